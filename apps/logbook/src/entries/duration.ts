/** Most entries that one row makes. */
export const MOST_TIMES = 20;

/** A typed duration: `50`, or `5 × 50` for five sessions of 50 minutes. */
export interface Duration {
  /** Number of entries: each session is an entry, which is counted, returned and corrected alone. */
  readonly times: number;
  /** Of each. */
  readonly minutes: number;
}

/** Reads a duration; null for other text. */
export function readDuration(text: string): Duration | null {
  const [, times = '1', minutes] = /^\s*(?:(\d{1,2})\s*[x×*]\s*)?(\d{1,4})\s*(?:min\.?)?\s*$/iu.exec(text) ?? [];
  return minutes === undefined ? null : { times: Number(times), minutes: Number(minutes) };
}

/** All minutes of a typed duration; 0 for other text. */
export const minutesOf = (text: string): number => {
  const read = readDuration(text);
  return read === null ? 0 : read.times * read.minutes;
};
