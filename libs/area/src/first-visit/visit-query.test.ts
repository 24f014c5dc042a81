/** @jest-environment ../../jest.browser.mjs */
import { createDataClient } from '@nemus/data';
import { QueryClient } from '@tanstack/react-query';
import { pageReads } from '../start/page-reads';
import { dashboardVisitQuery, greetingOf } from './visit-query';

const answering = (isFirst: boolean) => () =>
  Promise.resolve(new Response(String(isFirst), { headers: { 'content-type': 'application/json' } }));

/** The reads of a dashboard's root, all answered; and the requests for it. */
async function opened(answer: () => Promise<Response>, userId = 'paula') {
  const asked = jest.fn(answer);
  const client = createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: asked,
  });
  const query = dashboardVisitQuery(client, userId);
  const { reads } = pageReads(() => ({ firstVisit: query }));
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await reads({ client, userId, search: '' }, cache);
  return { asked, cache, query, isFirst: cache.getQueryData(query.queryKey) };
}

afterEach(() => window.localStorage.clear());

describe('the first visit', () => {
  it('is not requested again once it is over, and no read waits for it', async () => {
    expect((await opened(answering(false))).isFirst).toBe(false);
    const never = () => new Promise<Response>(() => undefined);
    const again = await opened(never);
    expect(again.isFirst).toBe(false);
    expect(again.asked).not.toHaveBeenCalled();
  });

  it('is not requested by a reopened area that refetches', async () => {
    await opened(answering(false));
    const { asked, cache, query } = await opened(answering(true));
    await cache.invalidateQueries();
    await cache.fetchQuery(query);
    expect(cache.getQueryData(query.queryKey)).toBe(false);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is requested while it lasts', async () => {
    await opened(answering(true));
    const later = await opened(answering(false));
    expect(later.asked).toHaveBeenCalledTimes(1);
    expect(later.isFirst).toBe(false);
  });

  it('is requested by another account in the same browser', async () => {
    await opened(answering(false), 'paula');
    const other = await opened(answering(true), 'omar');
    expect(other.asked).toHaveBeenCalledTimes(1);
    expect(other.isFirst).toBe(true);
  });

  it('stays unknown without an answer', async () => {
    const failing = await opened(() => Promise.resolve(new Response('{}', { status: 500 })));
    expect(failing.isFirst).toBeUndefined();
    expect((await opened(answering(true))).asked).toHaveBeenCalledTimes(1);
  });

  it('has words that do not change for a new account', () => {
    expect([undefined, true].map(greetingOf)).toEqual(['Willkommen', 'Willkommen']);
    expect(greetingOf(false)).toBe('Willkommen zurück');
  });
});
