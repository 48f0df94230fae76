/*
 * The yardstick in C: what a careful C programmer would write if nothing but this one game mattered.
 *
 *     yardstick game [SEED [GAMES]]     whole games of the strategy `yardstick` on four seats, Set 1,
 *                                       no cards, seats rotating
 *     yardstick brew [SEED [BREWS]]     brews of the starting bag, stop bust_risk:0.2
 *
 * It prints one line of JSON: what was played, the seconds it took and what it adds up to. Chance is
 * the same function of (seed, game, seat, round, purpose, counter) as in quacks_sim/kernel/random.py,
 * so it plays the very games of the Python program, and its sums must be equal to the last digit
 * (tests/test_yardstick.py). It keeps the same books: sums and squares of the 26 columns of a round,
 * by strategy and round; `-DLEAN` leaves them out and adds up only the results of games.
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
 * Build: cc -O3 -march=native -std=c11 -o yardstick yardstick.c
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { W1, W2, W3, O1, G1, G2, G4, B1, B2, B4, R1, R2, R4, Y1, Y2, Y4, P1, K1, KINDS, NONE = 255 };
enum { SEATS = 4, ROUNDS = 9, LAST_SPACE = 52, LIMIT = 7, BAG = 64, SCORES = 1024, BASKETS = 128 };

/* The columns of a round's record, in the order of the kernel's; the first 21 start at 0. */
enum {
    START_SPACE, RATS, SCORING_SPACE, WHITE_SUM, EXPLODED, CHIPS_DRAWN, FLASK_USED, DIE_ROLLS, COINS,
    COINS_AFTER_EXPLOSION, COINS_SPENT, POINTS_SPACE, POINTS_DIE, POINTS_BLUE, POINTS_PURPLE,
    POINTS_FINAL, POINTS_GAINED, RUBIES_GAINED, RUBIES_SPENT, BOUGHT_FIRST, BOUGHT_SECOND,
    VICTORY_POINTS, RUBIES, DROPLET, FLASK_FULL, OWNED, COLUMNS, RESET = VICTORY_POINTS
};
static const char *const NAMES[COLUMNS] = {
    "start_space", "rats", "scoring_space", "white_sum", "exploded", "chips_drawn", "flask_used",
    "die_rolls", "coins", "coins_after_explosion", "coins_spent", "points_space", "points_die",
    "points_blue", "points_purple", "points_final", "points_gained", "rubies_gained", "rubies_spent",
    "bought_first", "bought_second", "victory_points", "rubies", "droplet", "flask_full", "bag_size"};

/* ---- what the box prints ---- */

static const uint8_t VALUE[KINDS] = {1, 2, 3, 1, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 1};
static const uint8_t WHITE[KINDS] = {1, 2, 3};
static const uint8_t GREEN[NONE + 1] = {[G1] = 1, [G2] = 1, [G4] = 1};
static const uint8_t COLOUR[KINDS] = {0, 0, 0, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7};
static const uint8_t PRICE[KINDS] = {0, 0, 0, 3, 4, 8, 14, 5, 10, 19, 6, 10, 16, 8, 12, 18, 9, 10};
static const uint8_t BOX[KINDS] = {20, 8, 4, 20, 15, 10, 13, 14, 10, 10, 12, 8, 10, 13, 6, 10, 15, 18};
static const uint8_t STARTING_BAG[] = {W1, W1, W1, W1, W2, W2, W3, O1, G1};
static const uint8_t STARTING_COUNT[KINDS] = {[W1] = 4, [W2] = 2, [W3] = 1, [O1] = 1, [G1] = 1};

static const uint8_t SPACE_COINS[54] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20,
    21, 21, 22, 22, 23, 23, 24, 24, 25, 25, 26, 26, 27, 27, 28, 28, 29, 29, 30, 30, 31, 31, 32, 32, 33, 33, 35};
static const uint8_t SPACE_POINTS[54] = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2,  2,  2,  3,  3,  3,  3,  4,  4,  4,  4,  5,  5,  5,  5,  6,
    6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 14, 14, 15};
static const uint8_t SPACE_RUBY[54] = {[5] = 1,  [9] = 1,  [13] = 1, [16] = 1, [20] = 1, [24] = 1,
                                       [28] = 1, [30] = 1, [34] = 1, [36] = 1, [40] = 1, [42] = 1,
                                       [46] = 1, [50] = 1, [52] = 1};
static const uint8_t RAT_TAILS[23] = {1,  4,  7,  10, 12, 14, 16, 18, 20, 22, 24, 26,
                                      28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48};

static const double MOST_RISK[ROUNDS] = {0.60, 0.55, 0.50, 0.45, 0.30, 0.25, 0.15, 0.15, 0.10};
static const int POINTS_FROM = 7;

/* ---- tables made once ---- */

/* By kind: what its drawing takes from the word of bust chips, and adds to that of counted chips. */
static uint64_t TAKEN[KINDS];
static uint32_t COUNTED[KINDS];
static const uint8_t RED[KINDS] = {[R1] = 3, [R2] = 3, [R4] = 3};
enum { NO_ACTION, FLASK, BLUE, YELLOW };
static const uint8_t ACTION[KINDS] = {
    [W3] = FLASK, [B1] = BLUE, [B2] = BLUE, [B4] = BLUE, [Y1] = YELLOW, [Y2] = YELLOW, [Y4] = YELLOW};

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
            if (!(ACTION[kind] == YELLOW && round < 1) && !(kind == P1 && round < 2))
                entering[round] |= 1u << kind;
    }
    accept_risk(most_bust_of_brew, 0.2);
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

/* ---- chance ---- */

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;
static const uint64_t DIE = (uint64_t)1 << 40;

static inline uint64_t mix64(uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

static inline uint64_t seat_key(uint64_t game_key, int seat, int round) {
    return mix64(game_key + (uint64_t)(round * 16 + seat + 1) * GOLDEN);
}

static inline unsigned below(uint64_t key, uint64_t counter, unsigned limit) {
    return (unsigned)((mix64(key + counter * GOLDEN) >> 32) * limit >> 32);
}

/* ---- a seat and its brew ---- */

typedef struct {
    _Alignas(64) uint8_t chips[BAG]; /* owned, in the order of kinds */
    uint64_t bust;                   /* byte r: white chips owned of a value above r */
    int32_t record[COLUMNS];
    int32_t explosions, rats, die_rolls, flask_uses, coins_spent;
    uint32_t counted; /* of the last pot: orange, purple and black chips, a byte each */
    uint8_t last, before_last;
} Seat;

static inline void own(Seat *seat, int kind) {
    int place = seat->record[OWNED]++;
    for (; place > 0 && seat->chips[place - 1] > kind; place--) seat->chips[place] = seat->chips[place - 1];
    seat->chips[place] = kind;
    seat->bust += TAKEN[kind];
}

static inline void start_with_bag(Seat *seat) {
    memset(seat, 0, sizeof *seat);
    memcpy(seat->chips, STARTING_BAG, sizeof STARTING_BAG);
    seat->record[OWNED] = sizeof STARTING_BAG;
    for (size_t chip = 0; chip < sizeof STARTING_BAG; chip++) seat->bust += TAKEN[STARTING_BAG[chip]];
    seat->record[FLASK_FULL] = 1;
}

static inline int furthest_coloured(const uint8_t *options, int count, int space, int bonus) {
    int best = count, best_space = -1, best_kind = NONE;
    for (int option = 0; option < count; option++) {
        int kind = options[option];
        int reached = space + VALUE[kind] + (RED[kind] & bonus);
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
    unsigned size = seat->record[OWNED];
    uint64_t bust = seat->bust;
    int room = 8 * LIMIT; /* in bits, so that it is a shift */
    int space = start, drawn = 0;
    int flask = uses_flask & seat->record[FLASK_FULL];
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
            space += VALUE[kind] + (RED[kind] & ((oranges > 0) + (oranges > 2)));
            space = space < LAST_SPACE ? space : LAST_SPACE;
            pot = pot << 8 | kind;
            counted += COUNTED[kind];
            room -= 8 * WHITE[kind];
            drawn++;
            if (ACTION[kind] == NO_ACTION) break;
            if (ACTION[kind] == FLASK) {
                if (flask & (room >= 0)) {
                    flask = 0;
                    seat->record[FLASK_USED] = 1;
                    pot >>= 8;
                    space = before;
                    room += 8 * WHITE[kind];
                    bag[size++] = kind;
                    bust += TAKEN[kind];
                }
                break;
            }
            if (ACTION[kind] == YELLOW) {
                unsigned white = pot >> 8 & 255;
                if (white < O1) {
                    pot = pot >> 16 << 8 | kind;
                    room += 8 * WHITE[white];
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
    seat->record[START_SPACE] = start;
    seat->record[SCORING_SPACE] = space + 1;
    seat->record[WHITE_SUM] = LIMIT - room / 8;
    seat->record[EXPLODED] = room < 0;
    seat->record[CHIPS_DRAWN] = drawn;
    seat->record[FLASK_FULL] &= !seat->record[FLASK_USED];
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

/* What the games add up to, by strategy. */
typedef struct {
    int64_t games;
    int64_t points[SEATS], points_squares[SEATS], win_shares[SEATS], explosions[SEATS];
    int64_t rats[SEATS], die_rolls[SEATS], flask_uses[SEATS], coins_spent[SEATS];
    int64_t final_bag[SEATS];
    int64_t sums[SEATS][ROUNDS][COLUMNS], squares[SEATS][ROUNDS][COLUMNS];
    int64_t bought[SEATS][ROUNDS][KINDS];
} Totals;

static inline void gain_points(int32_t *record, int points, int source) {
    record[VICTORY_POINTS] += points;
    record[source] += points;
}

static inline void gain_rubies(int32_t *record, int rubies) {
    record[RUBIES] += rubies;
    record[RUBIES_GAINED] += rubies;
}

static inline void move_droplet(int32_t *record) { record[DROPLET] += record[DROPLET] < LAST_SPACE; }

static inline void take(Table *table, Seat *seat, int kind) {
    if (--table->supply[kind] == 0) table->available &= ~(1u << kind);
    own(seat, kind);
}

static void roll_dice(Table *table, const uint64_t *keys, int starter) {
    int farthest = 1;
    for (int seat = 0; seat < SEATS; seat++) {
        const int32_t *record = table->seats[seat].record;
        if (!record[EXPLODED] && record[SCORING_SPACE] > farthest) farthest = record[SCORING_SPACE];
    }
    for (int turn = 0; turn < SEATS; turn++) {
        Seat *seat = &table->seats[(starter + turn) % SEATS];
        int32_t *record = seat->record;
        if (record[EXPLODED] || record[SCORING_SPACE] != farthest) continue;
        record[DIE_ROLLS] = 1;
        switch (below(keys[(starter + turn) % SEATS] + DIE * GOLDEN, 0, 6)) {
        case 0:
        case 1: gain_points(record, 1, POINTS_DIE); break;
        case 2: gain_points(record, 2, POINTS_DIE); break;
        case 3: gain_rubies(record, 1); break;
        case 4: move_droplet(record); break;
        default:
            if (table->available >> O1 & 1) take(table, seat, O1);
        }
    }
}

/* Steps B to D: no seat's rewards depend on the order of the seats. */
static void evaluate(Table *table, int round) {
    unsigned blacks[SEATS];
    for (int seat = 0; seat < SEATS; seat++) blacks[seat] = table->seats[seat].counted >> 16;
    for (int number = 0; number < SEATS; number++) {
        Seat *seat = &table->seats[number];
        int32_t *record = seat->record;
        int above_left = blacks[number] > blacks[(number + 1) % SEATS];
        int above_right = blacks[number] > blacks[(number + SEATS - 1) % SEATS];
        int space = record[SCORING_SPACE];
        gain_rubies(
            record,
            (above_left & above_right) + GREEN[seat->last] + GREEN[seat->before_last] + SPACE_RUBY[space]);
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
        int32_t *record = seat->record;
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
        while (record[RUBIES] >= 2 && record[DROPLET] < LAST_SPACE) {
            record[RUBIES] -= 2;
            record[RUBIES_SPENT] += 2;
            record[DROPLET]++;
        }
    }
}

static inline void add_round(const Table *table, Totals *totals, int round) {
    for (int number = 0; number < SEATS; number++) {
        const int32_t *record = table->seats[number].record;
        int64_t *sums = totals->sums[table->strategy[number]][round];
        int64_t *squares = totals->squares[table->strategy[number]][round];
        for (int column = 0; column < COLUMNS; column++) {
            int64_t value = record[column];
            sums[column] += value;
            squares[column] += value * value;
        }
        int64_t *bought = totals->bought[table->strategy[number]][round];
        if (record[BOUGHT_FIRST] >= 0) bought[record[BOUGHT_FIRST]]++;
        if (record[BOUGHT_SECOND] >= 0) bought[record[BOUGHT_SECOND]]++;
    }
}

static void play_round(Table *table, Totals *totals, uint64_t game_key, int round) {
    int starter = round % SEATS;
    uint64_t keys[SEATS];
    int leader = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        int points = table->seats[seat].record[VICTORY_POINTS];
        if (points > leader) leader = points;
    }
    if (round < 3) {
        table->available = entering[round];
        for (int kind = O1; kind < KINDS; kind++)
            if (table->supply[kind] == 0) table->available &= ~(1u << kind);
    }
    for (int number = 0; number < SEATS; number++) {
        Seat *seat = &table->seats[number];
        int32_t *record = seat->record;
        memset(record, 0, RESET * sizeof *record);
        record[BOUGHT_FIRST] = record[BOUGHT_SECOND] = -1;
        if (round == 5) { /* the white chip of round 6 */
            table->supply[W1]--;
            own(seat, W1);
        }
        int rats = round > 0 ? tails_below[leader] - tails_below[record[VICTORY_POINTS]] : 0;
        int start = record[DROPLET] + rats;
        record[RATS] = rats;
        keys[number] = seat_key(game_key, number, round + 1);
        brew(seat, keys[number], start < LAST_SPACE ? start : LAST_SPACE, most_bust[round], 1);
    }
    roll_dice(table, keys, starter);
    evaluate(table, round);
    if (round < ROUNDS - 1) visit_market(table, starter);
    for (int number = 0; number < SEATS; number++) {
        Seat *seat = &table->seats[number];
        int32_t *record = seat->record;
        if (round == ROUNDS - 1) gain_points(record, record[COINS] / 5 + record[RUBIES] / 2, POINTS_FINAL);
        record[POINTS_GAINED] =
            record[POINTS_SPACE] + record[POINTS_DIE] + record[POINTS_PURPLE] + record[POINTS_FINAL];
        seat->explosions += record[EXPLODED];
        seat->rats += record[RATS];
        seat->die_rolls += record[DIE_ROLLS];
        seat->flask_uses += record[FLASK_USED];
        seat->coins_spent += record[COINS_SPENT];
    }
#ifndef LEAN
    add_round(table, totals, round);
#else
    (void)totals;
#endif
}

static void add_game(const Table *table, Totals *totals) {
    int best = -1, winners = 0;
    int standing[SEATS];
    for (int number = 0; number < SEATS; number++) {
        const int32_t *record = table->seats[number].record;
        standing[number] = record[VICTORY_POINTS] * 64 + record[SCORING_SPACE];
        if (standing[number] > best) best = standing[number], winners = 0;
        winners += standing[number] == best;
    }
    for (int number = 0; number < SEATS; number++) {
        const Seat *seat = &table->seats[number];
        int strategy = table->strategy[number];
        int64_t points = seat->record[VICTORY_POINTS];
        totals->points[strategy] += points;
        totals->points_squares[strategy] += points * points;
        totals->win_shares[strategy] += standing[number] == best ? 12 / winners : 0;
        totals->explosions[strategy] += seat->explosions;
        totals->rats[strategy] += seat->rats;
        totals->die_rolls[strategy] += seat->die_rolls;
        totals->flask_uses[strategy] += seat->flask_uses;
        totals->coins_spent[strategy] += seat->coins_spent;
        totals->final_bag[strategy] += seat->record[OWNED];
    }
    totals->games++;
}

static void play_games(Totals *totals, uint64_t seed, int64_t games) {
    uint64_t key = mix64(seed + GOLDEN);
    Table table;
    Seat fresh;
    start_with_bag(&fresh);
    fresh.record[RUBIES] = 1;
    for (int64_t game = 0; game < games; game++) {
        int rotation = game % SEATS;
        for (int number = 0; number < SEATS; number++) {
            table.seats[number] = fresh;
            table.strategy[number] = (number + SEATS - rotation) % SEATS;
        }
        for (int kind = 0; kind < KINDS; kind++) table.supply[kind] = BOX[kind] - SEATS * STARTING_COUNT[kind];
        uint64_t game_key = mix64(key + (uint64_t)(game / SEATS) * GOLDEN);
        for (int round = 0; round < ROUNDS; round++) play_round(&table, totals, game_key, round);
        add_game(&table, totals);
    }
}

/* ---- the brew alone ---- */

typedef struct {
    int64_t space_counts[54], exploded[54], sums[2], squares[2];
} BrewTotals;

static void play_brews(BrewTotals *totals, uint64_t seed, int64_t brews) {
    uint64_t key = mix64(seed + GOLDEN);
    Seat seat;
    start_with_bag(&seat);
    for (int64_t number = 0; number < brews; number++) {
        uint64_t game_key = mix64(key + (uint64_t)number * GOLDEN);
        brew(&seat, seat_key(game_key, 0, 1), 0, most_bust_of_brew, 0);
        const int32_t *record = seat.record;
        int space = record[SCORING_SPACE];
        int64_t drawn = record[CHIPS_DRAWN];
        int64_t rubies = SPACE_RUBY[space] + GREEN[seat.last] + GREEN[seat.before_last];
        totals->space_counts[space]++;
        totals->exploded[space] += record[EXPLODED];
        totals->sums[0] += drawn;
        totals->squares[0] += drawn * drawn;
        totals->sums[1] += rubies;
        totals->squares[1] += rubies * rubies;
    }
}

/* ---- what is printed ---- */

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_numbers(const char *name, const int64_t *numbers, size_t count) {
    printf(", \"%s\": [", name);
    for (size_t place = 0; place < count; place++) printf("%s%" PRId64, place ? ", " : "", numbers[place]);
    printf("]");
}

#define PRINT(field) print_numbers(#field, (const int64_t *)totals.field, sizeof totals.field / sizeof(int64_t))

static int run_games(uint64_t seed, int64_t games) {
    static Totals totals;
    double begun = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    play_games(&totals, seed, games);
    double seconds = seconds_of(CLOCK_MONOTONIC) - begun;
    cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("{\"what\": \"game\", \"seed\": %" PRIu64 ", \"games\": %" PRId64, seed, totals.games);
    printf(", \"seconds\": %.9f, \"cpu_seconds\": %.9f", seconds, cpu);
    PRINT(points), PRINT(points_squares), PRINT(win_shares), PRINT(explosions), PRINT(rats);
    PRINT(die_rolls), PRINT(flask_uses), PRINT(coins_spent), PRINT(final_bag);
#ifndef LEAN
    PRINT(sums), PRINT(squares), PRINT(bought);
    printf(", \"columns\": [");
    for (int column = 0; column < COLUMNS; column++) printf("%s\"%s\"", column ? ", " : "", NAMES[column]);
    printf("]");
#endif
    printf("}\n");
    return 0;
}

static int run_brews(uint64_t seed, int64_t brews) {
    static BrewTotals totals;
    double begun = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    play_brews(&totals, seed, brews);
    double seconds = seconds_of(CLOCK_MONOTONIC) - begun;
    cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("{\"what\": \"brew\", \"seed\": %" PRIu64 ", \"brews\": %" PRId64, seed, brews);
    printf(", \"seconds\": %.9f, \"cpu_seconds\": %.9f", seconds, cpu);
    PRINT(space_counts), PRINT(exploded), PRINT(sums), PRINT(squares);
    printf("}\n");
    return 0;
}

int main(int argc, char **argv) {
    make_tables();
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int64_t count = argc > 3 ? strtoll(argv[3], NULL, 10) : 0;
    if (argc > 1 && strcmp(argv[1], "game") == 0) return run_games(seed, count > 0 ? count : 100000);
    if (argc > 1 && strcmp(argv[1], "brew") == 0) return run_brews(seed, count > 0 ? count : 5000000);
    fprintf(stderr, "usage: yardstick game|brew [SEED [COUNT]]\n");
    return 2;
}
