/** The newest objects of a list, at most `limit` of them. */
export function page<T>(oldestFirst: readonly T[], limit: number, url: string) {
  return {
    object: 'list' as const,
    data: oldestFirst.toReversed().slice(0, limit),
    has_more: oldestFirst.length > limit,
    url,
  };
}
