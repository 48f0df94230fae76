/*
 * The yardstick in C, plainly: the rules of the box and the strategy, as one would write them down in
 * C if speed matters but not more than that the program can be read. tuned.c is the same game with
 * everything that makes it faster.
 *
 *     plain game [SEED [GAMES]]     whole games of the strategy `yardstick` on four seats, Set 1,
 *                                   no cards, seats rotating
 *     plain brew [SEED [BREWS]]     brews of the starting bag, stop bust_risk:0.2
 *
 * It plays the very games of the Python program and of tuned.c (tests/test_yardstick.py). Numbers are
 * small integers, a table fits into the first cache, nothing is allocated, and rules and strategy are
 * constants. What it does not have is another algorithm than the one in the rule book: the shop looks
 * at every pair of chips, the chips that would explode the pot are counted before each draw, and
 * chips are counted in the pot when they pay.
 *
 * Build: cc -O3 -march=native -std=c11 -o plain plain.c
 */
#include "box.h"

typedef struct {
    uint8_t chips[BAG], owned[KINDS]; /* owned: in the order of kinds, and how many of each kind */
    uint8_t bag[BAG], in_bag[KINDS];  /* in the bag */
    uint8_t pot[BAG];                 /* in the order of placing */
    int bag_size, pot_size;
    int space; /* of the last chip */
    int white_sum, oranges;
    Ledger ledger;
} Seat;

typedef struct {
    Seat seats[SEATS];
    uint8_t supply[KINDS];
    int strategy[SEATS];
    int round, starter;
} Table;

/* Where a brew stands in its random numbers. */
typedef struct {
    uint64_t key, counter;
} Chance;

static uint8_t tails_below[SCORES];

/* Rule 3.2: the tails of the first lap come again on each lap of 50 points. */
static void make_tables(void) {
    for (int score = 1; score < SCORES; score++) {
        int tails = tails_below[score - 1];
        for (size_t tail = 0; tail < sizeof RAT_TAILS; tail++) tails += RAT_TAILS[tail] == (score - 1) % 50;
        tails_below[score] = tails;
    }
}

/* ---- chips ---- */

static void own(Seat *seat, int kind) {
    int place = seat->ledger.record[OWNED]++;
    for (; place > 0 && seat->chips[place - 1] > kind; place--) seat->chips[place] = seat->chips[place - 1];
    seat->chips[place] = kind;
    seat->owned[kind]++;
}

static void fill_bag(Seat *seat) {
    memcpy(seat->bag, seat->chips, sizeof seat->bag);
    memcpy(seat->in_bag, seat->owned, sizeof seat->in_bag);
    seat->bag_size = seat->ledger.record[OWNED];
}

static int take_from_bag(Seat *seat, Chance *chance) {
    unsigned place = below(chance->key, chance->counter++, seat->bag_size);
    int kind = seat->bag[place];
    seat->bag[place] = seat->bag[--seat->bag_size];
    seat->in_bag[kind]--;
    return kind;
}

static void put_into_bag(Seat *seat, int kind) {
    seat->bag[seat->bag_size++] = kind;
    seat->in_bag[kind]++;
}

/* Rules 1.3 and 1.5: a chip can be had if its book is out and the supply holds one. */
static int can_be_had(const Table *table, int kind) {
    if (COLOUR[kind] == YELLOW && table->round < 1) return 0;
    if (COLOUR[kind] == PURPLE && table->round < 2) return 0;
    return table->supply[kind] > 0;
}

static void take_from_supply(Table *table, Seat *seat, int kind) {
    table->supply[kind]--;
    own(seat, kind);
}

/* ---- a brew ---- */

static int chance_is_too_high(const Seat *seat, double most_risk) {
    int room = LIMIT - seat->white_sum, bust = 0;
    for (int kind = W1; kind <= W3; kind++)
        if (WHITE_VALUE[kind] > room) bust += seat->in_bag[kind];
    return (double)bust / seat->bag_size > most_risk;
}

/* The space that a chip would reach; red chips move further with orange ones in the pot (rule 5.3). */
static int reached(const Seat *seat, int kind) {
    int space = seat->space + VALUE[kind];
    if (COLOUR[kind] == RED && seat->oranges > 0) space += seat->oranges > 2 ? 2 : 1;
    return space < LAST_SPACE ? space : LAST_SPACE;
}

static void place(Seat *seat, int kind) {
    seat->space = reached(seat, kind);
    seat->pot[seat->pot_size++] = kind;
    seat->white_sum += WHITE_VALUE[kind];
    seat->oranges += kind == O1;
    seat->ledger.record[CHIPS_DRAWN]++;
}

/* Rule 5.2: of the coloured chips revealed place the one that moves furthest, then the first kind. */
static int reveal(Seat *seat, int kind, Chance *chance) {
    if (seat->space == LAST_SPACE) return NONE;
    int count = VALUE[kind] < seat->bag_size ? VALUE[kind] : seat->bag_size;
    int options[4], best = NONE, best_space = -1;
    for (int option = 0; option < count; option++) {
        options[option] = take_from_bag(seat, chance);
        if (COLOUR[options[option]] == WHITE) continue;
        int space = reached(seat, options[option]);
        if (space > best_space || (space == best_space && options[option] < options[best]))
            best = option, best_space = space;
    }
    for (int option = 0; option < count; option++)
        if (option != best) put_into_bag(seat, options[option]);
    return best == NONE ? NONE : options[best];
}

/* Rule 5.4: the white chip right before a yellow one goes back. */
static void put_back_before_yellow(Seat *seat) {
    if (seat->pot_size < 2) return;
    int white = seat->pot[seat->pot_size - 2];
    if (COLOUR[white] != WHITE) return;
    seat->pot[seat->pot_size - 2] = seat->pot[seat->pot_size - 1];
    seat->pot_size--;
    seat->white_sum -= WHITE_VALUE[white];
    put_into_bag(seat, white);
}

/* Place a chip and do all that follows from it (rule 4.4). */
static void resolve(Seat *seat, int kind, Chance *chance, int uses_flask) {
    int32_t *record = seat->ledger.record;
    while (kind != NONE) {
        int before = seat->space;
        place(seat, kind);
        if (seat->white_sum > LIMIT) {
            record[EXPLODED] = 1;
            return;
        }
        switch (COLOUR[kind]) {
        case WHITE:
            if (kind == W3 && uses_flask && record[FLASK_FULL]) {
                record[FLASK_FULL] = 0;
                record[FLASK_USED] = 1;
                seat->pot_size--;
                seat->space = before;
                seat->white_sum -= WHITE_VALUE[kind];
                put_into_bag(seat, kind);
            }
            return;
        case YELLOW: put_back_before_yellow(seat); return;
        case BLUE: kind = reveal(seat, kind, chance); break;
        default: return;
        }
    }
}

/* Draw until the risk is too high, the pot explodes or is full, or the bag is empty (rule 4). */
static void brew(Seat *seat, uint64_t key, int start, double most_risk, int uses_flask) {
    int32_t *record = seat->ledger.record;
    Chance chance = {key, 0};
    fill_bag(seat);
    seat->pot_size = seat->white_sum = seat->oranges = 0;
    seat->space = start;
    while (!chance_is_too_high(seat, most_risk)) {
        resolve(seat, take_from_bag(seat, &chance), &chance, uses_flask);
        if (record[EXPLODED] || seat->space == LAST_SPACE || seat->bag_size == 0) break;
    }
    record[START_SPACE] = start;
    record[SCORING_SPACE] = seat->space + 1;
    record[WHITE_SUM] = seat->white_sum;
}

static int in_pot(const Seat *seat, int kind) {
    int count = 0;
    for (int place = 0; place < seat->pot_size; place++) count += seat->pot[place] == kind;
    return count;
}

static int greens_at_the_end(const Seat *seat) {
    int count = 0;
    for (int place = seat->pot_size - 1; place >= 0 && place >= seat->pot_size - 2; place--)
        count += COLOUR[seat->pot[place]] == GREEN;
    return count;
}

/* ---- the table ---- */

/* Step A. */
static void roll_dice(Table *table, const uint64_t *keys) {
    int farthest = 1;
    for (int seat = 0; seat < SEATS; seat++) farthest = farther(farthest, table->seats[seat].ledger.record);
    for (int turn = 0; turn < SEATS; turn++) {
        int number = (table->starter + turn) % SEATS;
        Seat *seat = &table->seats[number];
        int32_t *record = seat->ledger.record;
        if (record[EXPLODED] || record[SCORING_SPACE] != farthest) continue;
        if (roll_die(record, keys[number]) && can_be_had(table, O1)) take_from_supply(table, seat, O1);
    }
}

/* Step B: black, green and purple chips. */
static void pay_chips(Table *table) {
    int blacks[SEATS];
    for (int number = 0; number < SEATS; number++) blacks[number] = in_pot(&table->seats[number], K1);
    for (int number = 0; number < SEATS; number++) {
        Seat *seat = &table->seats[number];
        int32_t *record = seat->ledger.record;
        int left = blacks[(number + 1) % SEATS], right = blacks[(number + SEATS - 1) % SEATS];
        if (blacks[number] > left || blacks[number] > right) move_droplet(record);
        if (blacks[number] > left && blacks[number] > right) gain_rubies(record, 1);
        gain_rubies(record, greens_at_the_end(seat));
        switch (in_pot(seat, P1)) {
        case 0: break;
        case 1: gain_points(record, 1, POINTS_PURPLE); break;
        case 2:
            gain_points(record, 1, POINTS_PURPLE);
            gain_rubies(record, 1);
            break;
        default:
            gain_points(record, 2, POINTS_PURPLE);
            move_droplet(record);
        }
    }
}

/* Steps C and D: the ruby, the points and the coins of the scoring space. */
static void pay_space(const Table *table, int32_t *record) {
    int space = record[SCORING_SPACE], takes_points = table->round + 1 >= POINTS_FROM;
    gain_rubies(record, SPACE_RUBY[space]);
    if (!record[EXPLODED] || takes_points) gain_points(record, SPACE_POINTS[space], POINTS_SPACE);
    if (!record[EXPLODED] || !takes_points) {
        record[COINS] = SPACE_COINS[space];
        record[COINS_AFTER_EXPLOSION] = record[EXPLODED];
    }
}

/* Step E: the dearest affordable chip, or two chips of different colours; the first of these. */
static void shop(Table *table, Seat *seat) {
    int32_t *record = seat->ledger.record;
    int coins = record[COINS], best = 0, best_one = NONE, best_other = NONE;
    for (int one = O1; one < KINDS; one++) {
        if (!can_be_had(table, one) || PRICE[one] > coins) continue;
        if (PRICE[one] > best) best = PRICE[one], best_one = one, best_other = NONE;
        for (int other = one + 1; other < KINDS; other++) {
            int price = PRICE[one] + PRICE[other];
            if (price > best && price <= coins && COLOUR[one] != COLOUR[other] && can_be_had(table, other))
                best = price, best_one = one, best_other = other;
        }
    }
    record[COINS_SPENT] = best;
    if (best_one != NONE) {
        record[BOUGHT_FIRST] = best_one;
        take_from_supply(table, seat, best_one);
    }
    if (best_other != NONE) {
        record[BOUGHT_SECOND] = best_other;
        take_from_supply(table, seat, best_other);
    }
}

static void play_round(Table *table, Totals *totals, uint64_t game_key, int round) {
    uint64_t keys[SEATS];
    int leader = 0;
    table->round = round;
    table->starter = round % SEATS;
    for (int number = 0; number < SEATS; number++) {
        int points = table->seats[number].ledger.record[VICTORY_POINTS];
        if (points > leader) leader = points;
    }
    for (int number = 0; number < SEATS; number++) {
        Seat *seat = &table->seats[number];
        int32_t *record = seat->ledger.record;
        int rats = round > 0 ? tails_below[leader] - tails_below[record[VICTORY_POINTS]] : 0;
        int start = record[DROPLET] + rats;
        begin_record(&seat->ledger, rats);
        if (round == 5) take_from_supply(table, seat, W1); /* the white chip of round 6 */
        keys[number] = seat_key(game_key, number, round + 1);
        brew(seat, keys[number], start < LAST_SPACE ? start : LAST_SPACE, MOST_RISK[round], 1);
    }
    roll_dice(table, keys);
    pay_chips(table);
    for (int number = 0; number < SEATS; number++) pay_space(table, table->seats[number].ledger.record);
    if (round < ROUNDS - 1)
        for (int turn = 0; turn < SEATS; turn++) {
            Seat *seat = &table->seats[(table->starter + turn) % SEATS];
            shop(table, seat);
            buy_droplets(seat->ledger.record);
        }
    for (int number = 0; number < SEATS; number++) {
        Ledger *ledger = &table->seats[number].ledger;
        end_record(ledger, round);
        add_round(totals, ledger->record, table->strategy[number], round);
    }
}

static void start_with_bag(Seat *seat) {
    memset(seat, 0, sizeof *seat);
    for (size_t chip = 0; chip < sizeof STARTING_BAG; chip++) own(seat, STARTING_BAG[chip]);
    seat->ledger.record[FLASK_FULL] = 1;
    seat->ledger.record[RUBIES] = 1;
}

static void play_games(Totals *totals, uint64_t seed, int64_t games) {
    uint64_t key = mix64(seed + GOLDEN);
    Table table;
    for (int64_t game = 0; game < games; game++) {
        const Ledger *ledgers[SEATS];
        for (int number = 0; number < SEATS; number++) {
            start_with_bag(&table.seats[number]);
            table.strategy[number] = (number + SEATS - game % SEATS) % SEATS;
            ledgers[number] = &table.seats[number].ledger;
        }
        for (int kind = 0; kind < KINDS; kind++) table.supply[kind] = BOX[kind] - SEATS * STARTING_COUNT[kind];
        uint64_t game_key = mix64(key + (uint64_t)(game / SEATS) * GOLDEN);
        for (int round = 0; round < ROUNDS; round++) play_round(&table, totals, game_key, round);
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
        begin_record(&seat.ledger, 0);
        brew(&seat, seat_key(game_key, 0, 1), 0, RISK_OF_BREW, 0);
        add_brew(totals, seat.ledger.record, greens_at_the_end(&seat));
    }
}
