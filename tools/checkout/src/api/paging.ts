import { noSuchParam } from '../errors';

interface PageRequest {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** One page of a list, newest first. Throws the provider's error for an unknown cursor. */
export function page<T extends { readonly id: string }>(
  oldestFirst: readonly T[],
  request: PageRequest,
  url: string,
): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  const items = [...oldestFirst].reverse();
  const position = (id: string, param: string): number => {
    const index = items.findIndex((item) => item.id === id);
    if (index < 0) throw noSuchParam('object', id, param);
    return index;
  };
  const { limit, starting_after: after, ending_before: before } = request;
  if (before !== undefined) {
    const end = position(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : position(after, 'starting_after') + 1;
  return { object: 'list', data: items.slice(start, start + limit), has_more: start + limit < items.length, url };
}
