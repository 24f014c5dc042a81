/**
 * Structural sharing for answers that contain sets: reuses every part of the previous answer that is equal. The query
 * cache itself only compares lists and plain objects, so a refetched set would cause renders without a change.
 */
export function shareStructure(before: unknown, after: unknown): unknown {
  if (before instanceof Set && after instanceof Set) return hasSameMembers(before, after) ? before : after;
  if (Array.isArray(before) && Array.isArray(after)) {
    const shared = after.map((item: unknown, place) => shareStructure(before[place], item));
    const isSame = before.length === shared.length && shared.every((item, place) => Object.is(item, before[place]));
    return isSame ? before : shared;
  }
  if (isPlain(before) && isPlain(after)) {
    const shared = Object.entries(after).map(([name, value]) => [name, shareStructure(before[name], value)] as const);
    const isSame =
      Object.keys(before).length === shared.length &&
      shared.every(([name, value]) => name in before && Object.is(value, before[name]));
    return isSame ? before : Object.fromEntries(shared);
  }
  return after;
}

function hasSameMembers(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean {
  return one.size === other.size && [...one].every((member) => other.has(member));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
