import { READ_METHODS } from './read-methods';

/** `fetch` that sends reads at once, and writes once `opened` has resolved. */
export function deferWrites(send: typeof fetch, opened: Promise<void>): typeof fetch {
  return async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (!READ_METHODS.includes(method)) await opened;
    return send(input, init);
  };
}
