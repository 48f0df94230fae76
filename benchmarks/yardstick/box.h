/*
 * What both yardsticks in C share: what the box prints, chance, the books that are kept of a round
 * and of a game, and what is printed. The game itself is in plain.c and, once more, in tuned.c.
 *
 * A program includes this first and defines the functions that are declared at the end.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { W1, W2, W3, O1, G1, G2, G4, B1, B2, B4, R1, R2, R4, Y1, Y2, Y4, P1, K1, KINDS, NONE = 255 };
enum { WHITE, ORANGE, GREEN, BLUE, RED, YELLOW, PURPLE, BLACK };
enum { SEATS = 4, ROUNDS = 9, LAST_SPACE = 52, LIMIT = 7, BAG = 64, SCORES = 1024 };

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
static const uint8_t WHITE_VALUE[KINDS] = {1, 2, 3};
static const uint8_t IS_GREEN[NONE + 1] = {[G1] = 1, [G2] = 1, [G4] = 1};
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

/* ---- the strategy ---- */

static const double MOST_RISK[ROUNDS] = {0.60, 0.55, 0.50, 0.45, 0.30, 0.25, 0.15, 0.15, 0.10};
static const double RISK_OF_BREW = 0.2;
static const int POINTS_FROM = 7;

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

/* ---- the books ---- */

/* What is written down of a seat: the round, and what has come together in the game. */
typedef struct {
    int32_t record[COLUMNS];
    int32_t explosions, rats, die_rolls, flask_uses, coins_spent;
} Ledger;

/* What the games add up to, by strategy. */
typedef struct {
    int64_t games;
    int64_t points[SEATS], points_squares[SEATS], win_shares[SEATS], explosions[SEATS];
    int64_t rats[SEATS], die_rolls[SEATS], flask_uses[SEATS], coins_spent[SEATS];
    int64_t final_bag[SEATS];
    int64_t sums[SEATS][ROUNDS][COLUMNS], squares[SEATS][ROUNDS][COLUMNS];
    int64_t cluster[SEATS][ROUNDS][COLUMNS]; /* of the deal being played */
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

/* The farthest scoring space of an intact pot, for the bonus die. */
static inline int farther(int farthest, const int32_t *record) {
    return !record[EXPLODED] && record[SCORING_SPACE] > farthest ? record[SCORING_SPACE] : farthest;
}

/* Roll the bonus die; the answer is whether an orange chip is due. */
static inline int roll_die(int32_t *record, uint64_t key) {
    record[DIE_ROLLS] = 1;
    switch (below(key + DIE * GOLDEN, 0, 6)) {
    case 0:
    case 1: gain_points(record, 1, POINTS_DIE); return 0;
    case 2: gain_points(record, 2, POINTS_DIE); return 0;
    case 3: gain_rubies(record, 1); return 0;
    case 4: move_droplet(record); return 0;
    default: return 1;
    }
}

static inline void begin_record(Ledger *ledger, int rats) {
    memset(ledger->record, 0, RESET * sizeof *ledger->record);
    ledger->record[BOUGHT_FIRST] = ledger->record[BOUGHT_SECOND] = -1;
    ledger->record[RATS] = rats;
}

static inline void buy_droplets(int32_t *record) {
    while (record[RUBIES] >= 2 && record[DROPLET] < LAST_SPACE) {
        record[RUBIES] -= 2;
        record[RUBIES_SPENT] += 2;
        record[DROPLET]++;
    }
}

static inline void end_record(Ledger *ledger, int round) {
    int32_t *record = ledger->record;
    if (round == ROUNDS - 1) gain_points(record, record[COINS] / 5 + record[RUBIES] / 2, POINTS_FINAL);
    record[POINTS_GAINED] =
        record[POINTS_SPACE] + record[POINTS_DIE] + record[POINTS_PURPLE] + record[POINTS_FINAL];
    ledger->explosions += record[EXPLODED];
    ledger->rats += record[RATS];
    ledger->die_rolls += record[DIE_ROLLS];
    ledger->flask_uses += record[FLASK_USED];
    ledger->coins_spent += record[COINS_SPENT];
}

/* Add up the columns of a round, for the deal being played. */
static inline void add_round(Totals *totals, const int32_t *record, int strategy, int round) {
    int64_t *cluster = totals->cluster[strategy][round];
    for (int column = 0; column < COLUMNS; column++) cluster[column] += record[column];
    int64_t *bought = totals->bought[strategy][round];
    if (record[BOUGHT_FIRST] >= 0) bought[record[BOUGHT_FIRST]]++;
    if (record[BOUGHT_SECOND] >= 0) bought[record[BOUGHT_SECOND]]++;
}

/* Add up the columns of a deal, and their squares: its games, with seats rotated, share their luck. */
static inline void close_deal(Totals *totals) {
    for (int strategy = 0; strategy < SEATS; strategy++) {
        for (int round = 0; round < ROUNDS; round++) {
            int64_t *sums = totals->sums[strategy][round], *squares = totals->squares[strategy][round];
            int64_t *cluster = totals->cluster[strategy][round];
            for (int column = 0; column < COLUMNS; column++) {
                int64_t value = (int32_t)cluster[column]; /* a product of 32-bit numbers is quicker */
                sums[column] += value;
                squares[column] += value * value;
                cluster[column] = 0;
            }
        }
    }
}

/* Find the winners: most points, then the farthest last pot. */
static inline void add_game(Totals *totals, const Ledger *const ledgers[SEATS], const int strategies[SEATS]) {
    int best = -1, winners = 0;
    int standing[SEATS];
    for (int number = 0; number < SEATS; number++) {
        const int32_t *record = ledgers[number]->record;
        standing[number] = record[VICTORY_POINTS] * 64 + record[SCORING_SPACE];
        if (standing[number] > best) best = standing[number], winners = 0;
        winners += standing[number] == best;
    }
    for (int number = 0; number < SEATS; number++) {
        const Ledger *ledger = ledgers[number];
        int strategy = strategies[number];
        int64_t points = ledger->record[VICTORY_POINTS];
        totals->points[strategy] += points;
        totals->points_squares[strategy] += points * points;
        totals->win_shares[strategy] += standing[number] == best ? 12 / winners : 0;
        totals->explosions[strategy] += ledger->explosions;
        totals->rats[strategy] += ledger->rats;
        totals->die_rolls[strategy] += ledger->die_rolls;
        totals->flask_uses[strategy] += ledger->flask_uses;
        totals->coins_spent[strategy] += ledger->coins_spent;
        totals->final_bag[strategy] += ledger->record[OWNED];
    }
    totals->games++;
}

typedef struct {
    int64_t space_counts[54], exploded[54], sums[2], squares[2];
} BrewTotals;

/* Add a brew; `greens` are those among its last two chips. */
static inline void add_brew(BrewTotals *totals, const int32_t *record, int greens) {
    int space = record[SCORING_SPACE];
    int64_t drawn = record[CHIPS_DRAWN];
    int64_t rubies = SPACE_RUBY[space] + greens;
    totals->space_counts[space]++;
    totals->exploded[space] += record[EXPLODED];
    totals->sums[0] += drawn;
    totals->squares[0] += drawn * drawn;
    totals->sums[1] += rubies;
    totals->squares[1] += rubies * rubies;
}

/* ---- what each program does in its own way ---- */

static void make_tables(void);
static void play_games(Totals *totals, uint64_t seed, int64_t games);
static void play_brews(BrewTotals *totals, uint64_t seed, int64_t brews);

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
    PRINT(sums), PRINT(squares), PRINT(bought);
    printf(", \"columns\": [");
    for (int column = 0; column < COLUMNS; column++) printf("%s\"%s\"", column ? ", " : "", NAMES[column]);
    printf("]");
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
