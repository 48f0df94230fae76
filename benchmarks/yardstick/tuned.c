/*
 * The yardstick in C, tuned: as fast as we could write it if nothing but this one game mattered.
 * plain.c is the same game as one would write it first.
 *
 *     tuned game [SEED [GAMES]]     whole games of the strategy `yardstick` on four seats, Set 1,
 *                                   no cards, seats rotating
 *     tuned brew [SEED [BREWS]]     brews of the starting bag, stop bust_risk:0.2
 *
 * It prints one line of JSON: what was played, the seconds it took and what it adds up to. Chance is
 * the same function of (seed, game, seat, round, purpose, counter) as in quacks_sim/kernel/random.py,
 * so it plays the very games of the Python program, and its sums must be equal to the last digit
 * (tests/test_yardstick.py). It keeps the same books: sums of the 26 columns of a round and squares
 * of a deal's, by strategy and round.
 *
 * Choices made for speed:
 * - Rules and strategy are constants: no policy is called, no option is looked up.
 * - No allocation. A bag is 64 bytes, so filling it is one copy of a cache line; a table fits into L1.
 * - The chips that would explode a pot are counted in the bytes of one word, byte r for a room of r
 *   up to the limit: a chip is drawn with one subtraction, the question to stop is a shift.
 * - The risk accepted in a round is a table by bag size of the most bust chips: no division.
 * - Only the last chips of a pot matter later, so they are a shift register; orange, purple and black
 *   chips are counted in the bytes of a word. Placing a chip has no branch on its colour.
 * - Round 9 is brewed seat by seat, too: no yardstick looks at another pot.
 * - Baskets are sorted by price, with a mask of their kinds; the first legal one is bought.
 *
 * Build: cc -O3 -march=native -std=c11 -o tuned tuned.c
 */
#include "box.h"

enum { BASKETS = 128 };

/* ---- tables made once ---- */

/* By kind: what its drawing takes from the word of bust chips, and adds to that of counted chips. */
static uint64_t TAKEN[KINDS];
static uint32_t COUNTED[KINDS];
static const uint8_t BONUS_BITS[KINDS] = {[R1] = 3, [R2] = 3, [R4] = 3};
enum { NO_ACTION, MAY_GO_BACK, REVEALS, PUTS_BACK };
static const uint8_t ACTION[KINDS] = {
    [W3] = MAY_GO_BACK, [B1] = REVEALS, [B2] = REVEALS, [B4] = REVEALS,
    [Y1] = PUTS_BACK, [Y2] = PUTS_BACK, [Y4] = PUTS_BACK};

/* By round and bag size: with more bust chips than this the yardstick stops. */
static uint8_t most_bust[ROUNDS][BAG];
static uint8_t most_bust_of_brew[BAG];
static uint16_t tails_below[SCORES];
static uint32_t basket_kinds[BASKETS];
static uint8_t basket_price[BASKETS], basket_first[BASKETS], basket_second[BASKETS];
static uint8_t first_affordable[36];
static uint32_t entering[ROUNDS];

static void accept_risk(uint8_t *most, double risk) {
    for (int size = 0; size < BAG; size++) {
        most[size] = 0;
        for (int bust = 1; bust <= size && !((double)bust / size > risk); bust++) most[size] = bust;
    }
}

static void make_tables(void) {
    TAKEN[W1] = 0x000001, TAKEN[W2] = 0x000101, TAKEN[W3] = 0x010101;
    COUNTED[O1] = 1, COUNTED[P1] = 1 << 8, COUNTED[K1] = 1 << 16;
    for (int round = 0; round < ROUNDS; round++) {
        accept_risk(most_bust[round], MOST_RISK[round]);
        for (int kind = O1; kind < KINDS; kind++)
            if (!(ACTION[kind] == PUTS_BACK && round < 1) && !(kind == P1 && round < 2))
                entering[round] |= 1u << kind;
    }
    accept_risk(most_bust_of_brew, RISK_OF_BREW);
    /* Rule 3.2: the tails of the first lap come again on each lap of 50 points. */
    uint8_t tail_after[50] = {0};
    for (size_t tail = 0; tail < sizeof RAT_TAILS; tail++) tail_after[RAT_TAILS[tail]] = 1;
    for (int score = 1; score < SCORES; score++)
        tails_below[score] = tails_below[score - 1] + tail_after[(score - 1) % 50];
    int count = 0;
    for (int price = SPACE_COINS[53]; price > 0; price--) {
        first_affordable[price] = count;
        for (int one = O1; one < KINDS; one++)
            for (int other = one; other < KINDS; other++) {
                int alone = other == one;
                if (!alone && COLOUR[one] == COLOUR[other]) continue;
                if (PRICE[one] + (alone ? 0 : PRICE[other]) != price) continue;
                basket_price[count] = price;
                basket_kinds[count] = 1u << one | 1u << other;
                basket_first[count] = one;
                basket_second[count++] = alone ? NONE : other;
            }
    }
    first_affordable[0] = count; /* the empty basket, which is always legal */
    basket_first[count] = basket_second[count] = NONE;
}

/* ---- a seat and its brew ---- */

typedef struct {
    _Alignas(64) uint8_t chips[BAG]; /* owned, in the order of kinds */
    uint64_t bust;                   /* byte r: white chips owned of a value above r */
    Ledger ledger;
    uint32_t counted; /* of the last pot: orange, purple and black chips, a byte each */
    uint8_t last, before_last;
} Seat;

static inline void own(Seat *seat, int kind) {
    int place = seat->ledger.record[OWNED]++;
    for (; place > 0 && seat->chips[place - 1] > kind; place--) seat->chips[place] = seat->chips[place - 1];
    seat->chips[place] = kind;
    seat->bust += TAKEN[kind];
}

static inline void start_with_bag(Seat *seat) {
    memset(seat, 0, sizeof *seat);
    memcpy(seat->chips, STARTING_BAG, sizeof STARTING_BAG);
    seat->ledger.record[OWNED] = sizeof STARTING_BAG;
    for (size_t chip = 0; chip < sizeof STARTING_BAG; chip++) seat->bust += TAKEN[STARTING_BAG[chip]];
    seat->ledger.record[FLASK_FULL] = 1;
}

static inline int furthest_coloured(const uint8_t *options, int count, int space, int bonus) {
    int best = count, best_space = -1, best_kind = NONE;
    for (int option = 0; option < count; option++) {
        int kind = options[option];
        int reached = space + VALUE[kind] + (BONUS_BITS[kind] & bonus);
        if (reached > LAST_SPACE) reached = LAST_SPACE;
        if (kind >= O1 && (reached > best_space || (reached == best_space && kind < best_kind)))
            best = option, best_space = reached, best_kind = kind;
    }
    return best;
}

/* Draw until the risk is too high, the pot explodes or is full, or the bag is empty (rule 4). */
static inline __attribute__((always_inline)) void brew(
    Seat *seat, uint64_t key, int start, const uint8_t *most, int uses_flask) {
    uint8_t bag[BAG];
    memcpy(bag, seat->chips, BAG);
    unsigned size = seat->ledger.record[OWNED];
    uint64_t bust = seat->bust;
    int room = 8 * LIMIT; /* in bits, so that it is a shift */
    int space = start, drawn = 0;
    int flask = uses_flask & seat->ledger.record[FLASK_FULL];
    uint32_t counted = 0;
    uint64_t pot = ~(uint64_t)0; /* the last chips, the very last in the lowest byte */
    uint64_t counter = 0;
    while ((bust >> room & 255) <= most[size]) {
        unsigned place = below(key, counter++, size--);
        unsigned kind = bag[place];
        bag[place] = bag[size];
        bust -= TAKEN[kind];
        for (;;) {
            unsigned oranges = counted & 255;
            int before = space;
            space += VALUE[kind] + (BONUS_BITS[kind] & ((oranges > 0) + (oranges > 2)));
            space = space < LAST_SPACE ? space : LAST_SPACE;
            pot = pot << 8 | kind;
            counted += COUNTED[kind];
            room -= 8 * WHITE_VALUE[kind];
            drawn++;
            if (ACTION[kind] == NO_ACTION) break;
            if (ACTION[kind] == MAY_GO_BACK) {
                if (flask & (room >= 0)) {
                    flask = 0;
                    seat->ledger.record[FLASK_USED] = 1;
                    pot >>= 8;
                    space = before;
                    room += 8 * WHITE_VALUE[kind];
                    bag[size++] = kind;
                    bust += TAKEN[kind];
                }
                break;
            }
            if (ACTION[kind] == PUTS_BACK) {
                unsigned white = pot >> 8 & 255;
                if (white < O1) {
                    pot = pot >> 16 << 8 | kind;
                    room += 8 * WHITE_VALUE[white];
                    bag[size++] = white;
                    bust += TAKEN[white];
                }
                break;
            }
            int count = VALUE[kind] < size ? VALUE[kind] : (int)size;
            if (space == LAST_SPACE || count == 0) break;
            uint8_t options[4];
            for (int option = 0; option < count; option++) {
                place = below(key, counter++, size--);
                options[option] = bag[place];
                bag[place] = bag[size];
            }
            oranges = counted & 255;
            int chosen = furthest_coloured(options, count, space, (oranges > 0) + (oranges > 2));
            for (int option = 0; option < count; option++)
                if (option != chosen) bag[size++] = options[option];
            if (chosen == count) break;
            kind = options[chosen]; /* never white, so no bust chip is taken */
        }
        if (room < 0 || space == LAST_SPACE || size == 0) break;
    }
    seat->ledger.record[START_SPACE] = start;
    seat->ledger.record[SCORING_SPACE] = space + 1;
    seat->ledger.record[WHITE_SUM] = LIMIT - room / 8;
    seat->ledger.record[EXPLODED] = room < 0;
    seat->ledger.record[CHIPS_DRAWN] = drawn;
    seat->ledger.record[FLASK_FULL] &= !seat->ledger.record[FLASK_USED];
    seat->counted = counted;
    seat->last = pot & 255;
    seat->before_last = pot >> 8 & 255;
}

/* ---- the table ---- */

typedef struct {
    Seat seats[SEATS];
    uint8_t supply[KINDS];
    uint32_t available; /* kinds in play and in the supply */
    int strategy[SEATS];
} Table;

static inline void take(Table *table, Seat *seat, int kind) {
    if (--table->supply[kind] == 0) table->available &= ~(1u << kind);
    own(seat, kind);
}

static void roll_dice(Table *table, const uint64_t *keys, int starter) {
    int farthest = 1;
    for (int seat = 0; seat < SEATS; seat++) farthest = farther(farthest, table->seats[seat].ledger.record);
    for (int turn = 0; turn < SEATS; turn++) {
        int number = (starter + turn) % SEATS;
        Seat *seat = &table->seats[number];
        int32_t *record = seat->ledger.record;
        if (record[EXPLODED] || record[SCORING_SPACE] != farthest) continue;
        if (roll_die(record, keys[number]) && table->available >> O1 & 1) take(table, seat, O1);
    }
}

/* Steps B to D: no seat's rewards depend on the order of the seats. */
static void evaluate(Table *table, int round) {
    unsigned blacks[SEATS];
    for (int seat = 0; seat < SEATS; seat++) blacks[seat] = table->seats[seat].counted >> 16;
    for (int number = 0; number < SEATS; number++) {
        Seat *seat = &table->seats[number];
        int32_t *record = seat->ledger.record;
        int above_left = blacks[number] > blacks[(number + 1) % SEATS];
        int above_right = blacks[number] > blacks[(number + SEATS - 1) % SEATS];
        int space = record[SCORING_SPACE];
        gain_rubies(
            record,
            (above_left & above_right) + IS_GREEN[seat->last] + IS_GREEN[seat->before_last] + SPACE_RUBY[space]);
        if (above_left | above_right) move_droplet(record);
        unsigned purples = seat->counted >> 8 & 255;
        if (purples > 0) {
            gain_points(record, purples > 2 ? 2 : 1, POINTS_PURPLE);
            if (purples == 2) gain_rubies(record, 1);
            if (purples > 2) move_droplet(record);
        }
        int takes_points = !record[EXPLODED] | (round + 1 >= POINTS_FROM);
        int takes_coins = !record[EXPLODED] | (round + 1 < POINTS_FROM);
        record[COINS_AFTER_EXPLOSION] = record[EXPLODED] & takes_coins;
        gain_points(record, takes_points ? SPACE_POINTS[space] : 0, POINTS_SPACE);
        record[COINS] = takes_coins ? SPACE_COINS[space] : 0;
    }
}

static void visit_market(Table *table, int starter) {
    for (int turn = 0; turn < SEATS; turn++) {
        Seat *seat = &table->seats[(starter + turn) % SEATS];
        int32_t *record = seat->ledger.record;
        if (record[COINS] > 0) {
            int basket = first_affordable[record[COINS]];
            while (basket_kinds[basket] & ~table->available) basket++;
            record[COINS_SPENT] = basket_price[basket];
            int first = basket_first[basket], second = basket_second[basket];
            if (first != NONE) {
                record[BOUGHT_FIRST] = first;
                take(table, seat, first);
            }
            if (second != NONE) {
                record[BOUGHT_SECOND] = second;
                take(table, seat, second);
            }
        }
        buy_droplets(record);
    }
}

static void play_round(Table *table, Totals *totals, uint64_t game_key, int round) {
    int starter = round % SEATS;
    uint64_t keys[SEATS];
    int leader = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        int points = table->seats[seat].ledger.record[VICTORY_POINTS];
        if (points > leader) leader = points;
    }
    if (round < 3) {
        table->available = entering[round];
        for (int kind = O1; kind < KINDS; kind++)
            if (table->supply[kind] == 0) table->available &= ~(1u << kind);
    }
    for (int number = 0; number < SEATS; number++) {
        Seat *seat = &table->seats[number];
        int32_t *record = seat->ledger.record;
        int rats = round > 0 ? tails_below[leader] - tails_below[record[VICTORY_POINTS]] : 0;
        int start = record[DROPLET] + rats;
        begin_record(&seat->ledger, rats);
        if (round == 5) { /* the white chip of round 6 */
            table->supply[W1]--;
            own(seat, W1);
        }
        keys[number] = seat_key(game_key, number, round + 1);
        brew(seat, keys[number], start < LAST_SPACE ? start : LAST_SPACE, most_bust[round], 1);
    }
    roll_dice(table, keys, starter);
    evaluate(table, round);
    if (round < ROUNDS - 1) visit_market(table, starter);
    for (int number = 0; number < SEATS; number++) end_record(&table->seats[number].ledger, round);
    for (int number = 0; number < SEATS; number++)
        add_round(totals, table->seats[number].ledger.record, table->strategy[number], round);
}

static void play_games(Totals *totals, uint64_t seed, int64_t games) {
    uint64_t key = mix64(seed + GOLDEN);
    Table table;
    Seat fresh;
    start_with_bag(&fresh);
    fresh.ledger.record[RUBIES] = 1;
    for (int64_t game = 0; game < games; game++) {
        int rotation = game % SEATS;
        for (int number = 0; number < SEATS; number++) {
            table.seats[number] = fresh;
            table.strategy[number] = (number + SEATS - rotation) % SEATS;
        }
        for (int kind = 0; kind < KINDS; kind++) table.supply[kind] = BOX[kind] - SEATS * STARTING_COUNT[kind];
        uint64_t game_key = mix64(key + (uint64_t)(game / SEATS) * GOLDEN);
        for (int round = 0; round < ROUNDS; round++) play_round(&table, totals, game_key, round);
        const Ledger *ledgers[SEATS];
        for (int number = 0; number < SEATS; number++) ledgers[number] = &table.seats[number].ledger;
        add_game(totals, ledgers, table.strategy);
        if (game % SEATS == SEATS - 1 || game == games - 1) close_deal(totals);
    }
}

static void play_brews(BrewTotals *totals, uint64_t seed, int64_t brews) {
    uint64_t key = mix64(seed + GOLDEN);
    Seat seat;
    start_with_bag(&seat);
    for (int64_t number = 0; number < brews; number++) {
        uint64_t game_key = mix64(key + (uint64_t)number * GOLDEN);
        brew(&seat, seat_key(game_key, 0, 1), 0, most_bust_of_brew, 0);
        add_brew(totals, seat.ledger.record, IS_GREEN[seat.last] + IS_GREEN[seat.before_last]);
    }
}
