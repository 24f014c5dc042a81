import type { InboxEntry } from '@nemus/data';

/** Entries of one trainee in one week, as they came. */
export interface EntryGroup {
  readonly key: string;
  readonly trainee: string;
  /** Its Monday, `yyyy-MM-dd`. */
  readonly week: string;
  readonly entries: readonly InboxEntry[];
}

/** Puts entries that came by trainee and day into groups of a trainee's week; a group may span two pages of the inbox. */
export function groupEntries(entries: readonly InboxEntry[]): readonly EntryGroup[] {
  const groups = new Map<string, InboxEntry[]>();
  for (const entry of entries) {
    const key = `${entry.user_id} ${entry.week}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups].flatMap(([key, [first, ...rest]]) =>
    first ? [{ key, trainee: first.trainee, week: first.week, entries: [first, ...rest] }] : [],
  );
}

/** Minutes of entries together. */
export const minutesOf = (entries: readonly InboxEntry[]) => entries.reduce((sum, { minutes }) => sum + minutes, 0);
