/** Chance that can be repeated: the same seed gives the same numbers (mulberry32). */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    pick<T>(values: readonly [T, ...T[]]): T {
      return values[Math.floor(next() * values.length)] ?? values[0];
    },
  };
}
export type Chance = ReturnType<typeof chance>;

const LETTERS = [...'aZ09-_.~!*\'();:@&=+$,/?#[]%<>"{}|\\^` äß€😀\u202e\u0000\n'];

/** Values that parsers stumble over. */
const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  '%',
  '%00',
  '%E0%A4%A',
  '%2e%2e%2f',
  '../..',
  '//evil.example',
  'javascript:alert(1)',
  '<script>window.nemusPwned=1</script>',
  '2026-13-45',
  '9'.repeat(40),
  'x'.repeat(2_000),
  'c0000000-0000-4000-8000-000000000001',
  'cs_test_1',
] as const;

/** A value of a parameter or a field. */
export function randomValue({ next, below, pick }: Chance): string {
  if (next() < 0.6) return pick(VALUES);
  return Array.from({ length: 1 + below(30) }, () => LETTERS[below(LETTERS.length)] ?? 'x').join('');
}
