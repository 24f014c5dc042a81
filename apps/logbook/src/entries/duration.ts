/** Most entries that one row or cell makes. */
const MOST_TIMES = 20;

const ONE = /^\s*(?:(\d{1,2})\s*[x×*]\s*)?(?:(\d{1,2}):([0-5]\d)(?::00)?|(\d{1,4}))\s*(?:min\.?)?\s*$/iu;

/**
 * The minutes of each entry that a typed duration makes: `50` or `0:50` is one, `5 × 50` five and `50 + 30` two. Null
 * for other text. Each session is an entry, which is counted, returned and corrected alone.
 */
export function readDurations(text: string): readonly number[] | null {
  const all: number[] = [];
  for (const part of text.split('+')) {
    const [found, times = '1', hours = '0', rest, minutes = rest] = ONE.exec(part) ?? [];
    if (found === undefined) return null;
    for (let n = 0; n < Number(times); n += 1) all.push(Number(hours) * 60 + Number(minutes));
  }
  return all;
}

/** Durations as they are typed: `3 × 50 + 30`. */
export function writeDurations(durations: readonly number[]): string {
  const times = new Map<number, number>();
  for (const minutes of durations) times.set(minutes, (times.get(minutes) ?? 0) + 1);
  return [...times].map(([minutes, count]) => (count > 1 ? `${count} × ${minutes}` : String(minutes))).join(' + ');
}

/** All minutes of a typed duration; 0 for other text. */
export const minutesOf = (text: string): number => (readDurations(text) ?? []).reduce((sum, one) => sum + one, 0);

/** Why a typed duration cannot be saved; null if it can. A correction may say 0 minutes. */
export function durationProblem(text: string, least = 1): string | null {
  const all = readDurations(text);
  if (all !== null && (all.length === 0 || all.length > MOST_TIMES)) {
    return `Höchstens ${MOST_TIMES} Einträge auf einmal.`;
  }
  if (all === null || all.some((minutes) => minutes < least || minutes > 1440)) {
    return 'Bitte geben Sie eine ganze Zahl von 1 bis 1.440 ein.';
  }
  return null;
}
