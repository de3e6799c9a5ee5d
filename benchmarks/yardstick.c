/* A yardstick: how fast this processor can play the simplified game, written by hand for AVX-512.
 *
 * 64 games run in lockstep, one in each byte of the vector registers. The program plays one setup
 * (the simplified game, two players) and rules of at most eight entries whose only condition is
 * "while at most so many Provinces are left". It shares its random numbers among the lanes, so no
 * game of it can be told apart or played again: everything that a simulator needs beyond speed is
 * left out. What remains is a bound to hold a simulator's kernels against.
 *
 * Layout of one player's deck, in each lane: the cards left to draw stand in the order Victory,
 * Copper, Silver, Gold, and `below` holds how many of them come before Copper's end, and so on:
 *
 *     below[0] = Victory cards     below[1] = + Coppers     below[2] = + Silvers     size = + Golds
 *
 * The discard pile is what is owned and not in the deck; it is never stored. A card is drawn by
 * taking position r out of the order: every count above r falls by one. With counts under 128 (a
 * player who buys one card a turn from these piles owns at most 87),
 *
 *     count = max_signed(min_unsigned(count, r), count - 1)
 *
 * does so without a mask, and r with its top bit set draws nothing. What a hand is worth follows
 * from the counts alone: 3 for each card, less 1 for each prefix that it shortened.
 *
 * benchmarks/yardstick.py builds this file as a shared library, times it and checks its results.
 */
#if !(defined __AVX512BW__ && defined __AVX512VBMI__ && defined __AVX512VBMI2__)
#error "this processor has no AVX-512 (BW, VBMI and VBMI2)"
#else

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")

typedef __m512i bytes;   /* one number for each of 64 games */
typedef __mmask64 games; /* a set of the 64 games */

enum card { COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE, N_CARDS };
static const int8_t COST[N_CARDS] = {0, 3, 6, 2, 5, 8};
static const int8_t SUPPLY[N_CARDS] = {60, 40, 30, 8, 8, 8};
static const int8_t DECK[N_CARDS] = {7, 0, 0, 3, 0, 0};

enum {
  MAX_ROUNDS = 200, /* then a game is cut */
  END_PILES = 3,
  HAND_SIZE = 5,
  CARD_SETS = 1 << N_CARDS,
  CHUNK = 1 << 14,      /* games whose results are kept before they are counted: level-1 cache */
  ROUNDS_A_REFILL = 2,  /* looking for finished games has its price, and so has an idle lane */
};

/* ---- what the caller sees (mirrored in yardstick.py) ---- */

struct entry {
  int32_t card, most_provinces;
};

struct counts {
  uint64_t games, first_wins, equal_vp, cut, vp[2];
  uint64_t turns[2 * MAX_ROUNDS + 1]; /* games by turns of both players together */
};

/* ---- vectors ---- */

enum { XOR_OF_THREE = 0x96, A_OR_B_AND_C = 0xf8 }; /* truth tables of bitwise operations */

INLINE bytes all(int x) { return _mm512_set1_epi8((char)x); }
INLINE bytes add(bytes x, bytes y) { return _mm512_add_epi8(x, y); }
INLINE bytes sub(bytes x, bytes y) { return _mm512_sub_epi8(x, y); }
INLINE bytes add_where(games k, bytes x, bytes y) { return _mm512_mask_add_epi8(x, k, x, y); }
INLINE bytes sub_where(games k, bytes x, bytes y) { return _mm512_mask_sub_epi8(x, k, x, y); }
INLINE bytes choose(games k, bytes yes, bytes no) { return _mm512_mask_mov_epi8(no, k, yes); }
INLINE bytes only(games k, bytes x) { return _mm512_maskz_mov_epi8(k, x); }
INLINE games shares_bits(bytes x, bytes y) { return _mm512_test_epi8_mask(x, y); }
INLINE int count_of(games k) { return (int)_mm_popcnt_u64(k); }

/* ---- random numbers: xoroshiro128+ (Blackman and Vigna), eight streams side by side ---- */

typedef struct {
  bytes s0, s1;
} generator;

INLINE bytes next(generator *g) {
  const bytes result = _mm512_add_epi64(g->s0, g->s1), s1 = _mm512_xor_si512(g->s0, g->s1);
  g->s0 = _mm512_ternarylogic_epi64(_mm512_rol_epi64(g->s0, 24), s1, _mm512_slli_epi64(s1, 16),
                                    XOR_OF_THREE);
  g->s1 = _mm512_rol_epi64(s1, 37);
  return result;
}

static uint64_t splitmix(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static generator seeded(uint64_t seed) {
  uint64_t words[16];
  for (int i = 0; i < 16; i++) words[i] = splitmix(&seed);
  return (generator){_mm512_loadu_si512(words), _mm512_loadu_si512(words + 8)};
}

/* 64 numbers of 16 bits, in two vectors: in the order of unpacking, which packing undoes. */
typedef struct {
  bytes low, high;
} wide;

INLINE wide widen(bytes x) {
  const bytes zero = _mm512_setzero_si512();
  return (wide){_mm512_unpacklo_epi8(x, zero), _mm512_unpackhi_epi8(x, zero)};
}

INLINE bytes with_carry(bytes position, bytes fraction, bytes more) {
  const __mmask32 over = _mm512_cmplt_epu16_mask(_mm512_add_epi16(fraction, more), fraction);
  return _mm512_mask_add_epi16(position, over, position, _mm512_set1_epi16(1));
}

/* Return a random position below n in each lane: (x * n) >> 32 of a 32-bit number x. Its upper 16
 * bits decide, unless the fraction they leave is so near 1 that the lower 16 may carry into it. */
INLINE bytes random_below(generator *g, wide n) {
  const bytes a = next(g), b = next(g);
  bytes low = _mm512_mulhi_epu16(a, n.low), high = _mm512_mulhi_epu16(b, n.high);
  const bytes rest_a = _mm512_mullo_epi16(a, n.low), rest_b = _mm512_mullo_epi16(b, n.high);
  const bytes nearest = _mm512_max_epu16(_mm512_adds_epu16(rest_a, n.low),
                                         _mm512_adds_epu16(rest_b, n.high));
  if (__builtin_expect(_mm512_cmpeq_epi16_mask(nearest, _mm512_set1_epi16(-1)) != 0, 0)) {
    low = with_carry(low, rest_a, _mm512_mulhi_epu16(next(g), n.low));
    high = with_carry(high, rest_b, _mm512_mulhi_epu16(next(g), n.high));
  }
  return _mm512_packus_epi16(low, high);
}

/* ---- the games ---- */

typedef struct {
  bytes below[3], size;
  bytes owned[N_CARDS];
} player;

typedef struct {
  player players[2];
  bytes supply[N_CARDS];
  bytes in_stock; /* the set of cards whose piles are not empty */
  bytes rounds;
  games taken, playing, first_ended; /* lanes in use; not over yet; over in the first one's turn */
} table;

/* Sets of a rule's entries, the most preferred lowest. */
typedef struct {
  uint8_t at_money[64], at_provinces[64], /* by the low four bits of a byte */
      in_stock[CARD_SETS], of_card[N_CARDS][64];
} rule;

static rule compiled(const struct entry *entries, int n) {
  rule r;
  memset(&r, 0, sizeof r);
  for (int i = 0; i < n; i++) {
    const int card = entries[i].card, bit = 1 << i;
    for (int x = 0; x < 64; x++) {
      if ((x & 15) >= COST[card]) r.at_money[x] |= bit;
      if ((x & 15) <= entries[i].most_provinces) r.at_provinces[x] |= bit;
      if (x >> card & 1) r.in_stock[x] |= bit;
      r.of_card[card][x] = (uint8_t)(r.of_card[card][x] | bit);
    }
  }
  return r;
}

/* 1 for the sets of cards in stock with which a game is over. */
static bytes ending_sets(void) {
  uint8_t over[CARD_SETS];
  for (int set = 0; set < CARD_SETS; set++) {
    const int others = __builtin_popcount(set & ~(1 << PROVINCE));
    over[set] = !(set >> PROVINCE & 1) || N_CARDS - 1 - others >= END_PILES;
  }
  return _mm512_loadu_si512(over);
}

INLINE void begin(table *t, games k) {
  for (int seat = 0; seat < 2; seat++) {
    player *p = &t->players[seat];
    for (int c = 0; c < N_CARDS; c++) p->owned[c] = choose(k, all(DECK[c]), p->owned[c]);
    int cards = DECK[ESTATE] + DECK[DUCHY] + DECK[PROVINCE];
    for (int c = COPPER; c <= GOLD; c++) {
      p->below[c] = choose(k, all(cards), p->below[c]);
      cards += DECK[c];
    }
    p->size = choose(k, all(cards), p->size);
  }
  for (int c = 0; c < N_CARDS; c++) t->supply[c] = choose(k, all(SUPPLY[c]), t->supply[c]);
  t->in_stock = choose(k, all(CARD_SETS - 1), t->in_stock);
  t->rounds = choose(k, all(0), t->rounds);
  t->taken |= k, t->playing |= k, t->first_ended &= ~k;
}

INLINE bytes victories(const player *p) {
  return add(add(p->owned[ESTATE], p->owned[DUCHY]), p->owned[PROVINCE]);
}

INLINE bytes sum3(const bytes *x) { return add(add(x[0], x[1]), x[2]); }

/* Deal five cards to a player and return what they are worth. */
INLINE bytes deal(player *p, generator *g) {
  bytes owned[4] = {victories(p)}, below[3];
  for (int i = 0; i < 3; i++) owned[i + 1] = add(owned[i], p->owned[i]);

  /* With fewer than five cards in the deck all are drawn, and the discard pile is the new deck. */
  const games reshuffle = _mm512_cmplt_epu8_mask(p->size, all(HAND_SIZE));
  bytes to_draw = sub_where(reshuffle, all(HAND_SIZE), p->size);
  const bytes size = _mm512_mask_sub_epi8(p->size, reshuffle, owned[3], p->size);
  const bytes before = choose(reshuffle, sum3(owned), sum3(p->below));
  for (int i = 0; i < 3; i++)
    below[i] = _mm512_mask_sub_epi8(p->below[i], reshuffle, owned[i], p->below[i]);
  p->size = sub(choose(reshuffle, owned[3], p->size), all(HAND_SIZE));

  wide n = widen(size);
  UNROLL
  for (int draw = 0; draw < HAND_SIZE; draw++) {
    bytes r = random_below(g, n);
    to_draw = sub(to_draw, all(1));
    /* fewer than no cards left to draw: the top bit is set, nothing is drawn */
    if (draw) r = _mm512_ternarylogic_epi64(r, to_draw, all(128), A_OR_B_AND_C);
    for (int i = 0; i < 3; i++)
      below[i] = _mm512_max_epi8(_mm512_min_epu8(below[i], r), sub(below[i], all(1)));
    n.low = _mm512_sub_epi16(n.low, _mm512_set1_epi16(1));
    n.high = _mm512_sub_epi16(n.high, _mm512_set1_epi16(1));
  }
  for (int i = 0; i < 3; i++) p->below[i] = below[i];
  return sub(add(all(3 * HAND_SIZE), sum3(below)), before);
}

/* Return the entry that is bought, as a bit; none in games that are over. */
INLINE bytes decide(const table *t, const rule *r, bytes money) {
  const bytes stands = _mm512_and_si512(
      _mm512_and_si512(
          _mm512_shuffle_epi8(_mm512_loadu_si512(r->at_money), money),
          _mm512_shuffle_epi8(_mm512_loadu_si512(r->at_provinces), t->supply[PROVINCE])),
      _mm512_permutexvar_epi8(t->in_stock, _mm512_loadu_si512(r->in_stock)));
  return only(t->playing, _mm512_and_si512(stands, sub(all(0), stands)));
}

INLINE void buy(table *t, player *p, const rule *r, bytes entry) {
  UNROLL
  for (int c = 0; c < N_CARDS; c++) {
    const games bought = shares_bits(entry, _mm512_loadu_si512(r->of_card[c]));
    t->supply[c] = sub_where(bought, t->supply[c], all(1));
    p->owned[c] = add_where(bought, p->owned[c], all(1));
    const games sold_out = _mm512_mask_testn_epi8_mask(bought, t->supply[c], t->supply[c]);
    t->in_stock = sub_where(sold_out, t->in_stock, all(1 << c));
  }
}

/* Play a turn of every game that is not over; return the games that it ends. */
INLINE games turn(table *t, int seat, const rule *r, generator *g, bytes ending) {
  player *p = &t->players[seat];
  const bytes money = deal(p, g);
  buy(t, p, r, decide(t, r, money));
  const games over = _mm512_mask_test_epi8_mask(
      t->playing, _mm512_permutexvar_epi8(t->in_stock, ending), all(1));
  t->playing &= ~over;
  return over;
}

INLINE bytes points(const player *p) {
  const bytes three = add(p->owned[DUCHY], add(p->owned[PROVINCE], p->owned[PROVINCE]));
  return add(add(add(three, three), three), p->owned[ESTATE]);
}

/* ---- results: a column a figure, one row a game, in the order in which games end ---- */

typedef struct {
  uint8_t rounds[CHUNK + 64], vp[2][CHUNK + 64], first_ended[CHUNK + 64], cut[CHUNK + 64];
} results;

INLINE void append(uint8_t *column, games k, bytes x) {
  _mm512_storeu_si512(column, _mm512_maskz_compress_epi8(k, x));
}

static void count(const results *r, int n, struct counts *c) {
  uint32_t first = 0, equal = 0, cut = 0, vp0 = 0, vp1 = 0;
  for (int i = 0; i < n; i++) {
    first += (uint8_t)(r->vp[0][i] > r->vp[1][i]);
    equal += (uint8_t)(r->vp[0][i] == r->vp[1][i]);
    cut += r->cut[i];
    vp0 += r->vp[0][i];
    vp1 += r->vp[1][i];
  }
  c->games += (uint64_t)n, c->first_wins += first, c->equal_vp += equal, c->cut += cut;
  c->vp[0] += vp0, c->vp[1] += vp1;
  /* four histograms in turn: games of one length that follow each other would wait otherwise */
  uint32_t turns[4][2 * MAX_ROUNDS + 1] = {{0}};
  for (int i = 0; i < n; i++) turns[i & 3][2 * r->rounds[i] - r->first_ended[i]]++;
  for (int i = 0; i <= 2 * MAX_ROUNDS; i++)
    c->turns[i] += turns[0][i] + turns[1][i] + turns[2][i] + turns[3][i];
}

/* Play n games, at most CHUNK. All that are begun are played to their end: to stop at the first n
 * that end would prefer short games. */
static void play(const rule *first, const rule *second, int n, generator *stream, results *out) {
  const bytes ending = ending_sets();
  generator g = *stream;
  table t;
  memset(&t, 0, sizeof t);
  int begun = n < 64 ? n : 64, ended = 0;
  begin(&t, begun < 64 ? (1ull << begun) - 1 : ~0ull);
  while (ended < n) {
    for (int i = 0; i < ROUNDS_A_REFILL; i++) {
      t.rounds = add_where(t.playing, t.rounds, all(1));
      t.first_ended |= turn(&t, 0, first, &g, ending);
      turn(&t, 1, second, &g, ending);
    }
    const games cut = _mm512_mask_cmpge_epu8_mask(t.playing, t.rounds, all(MAX_ROUNDS));
    const games over = t.taken & (~t.playing | cut);
    if (!over) continue;
    append(out->rounds + ended, over, t.rounds);
    append(out->vp[0] + ended, over, points(&t.players[0]));
    append(out->vp[1] + ended, over, points(&t.players[1]));
    append(out->first_ended + ended, over, only(t.first_ended, all(1)));
    append(out->cut + ended, over, only(cut, all(1)));
    ended += count_of(over);
    t.taken &= ~over, t.playing &= ~over;
    const int left = n - begun;
    const games refill = left >= 64 ? over : _pdep_u64((1ull << left) - 1, over);
    begun += count_of(refill);
    begin(&t, refill);
  }
  *stream = g;
}

/* Play games and add their results to `out`. */
void yardstick(const struct entry *first, int n_first, const struct entry *second, int n_second,
               uint64_t n_games, uint64_t seed, struct counts *out) {
  const rule a = compiled(first, n_first), b = compiled(second, n_second);
  generator g = seeded(seed);
  results columns;
  for (uint64_t left = n_games; left > 0;) {
    const int n = left < CHUNK ? (int)left : CHUNK;
    play(&a, &b, n, &g, &columns);
    count(&columns, n, out);
    left -= (uint64_t)n;
  }
}

#endif
