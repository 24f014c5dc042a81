/**
 * Fields of an entry that its signature leaves out. They only ever take something away (an area, a canary), so an
 * operator can switch off an area, and a failing canary can stop, without the team's key.
 */
export const UNSIGNED_FIELDS = ['enabled', 'disabledReason', 'canaryHalted', 'signature'] as const;

/** What the signatures of an entry cover. */
export function signedFields(entry: object): object {
  const unsigned: ReadonlySet<string> = new Set(UNSIGNED_FIELDS);
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !unsigned.has(name)));
}
