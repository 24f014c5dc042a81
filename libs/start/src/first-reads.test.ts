import { FirstReads } from './first-reads';
import { PROFILE_HEADERS, profilePath } from './requests';

const answer = () => Promise.resolve(new Response('[]'));
const BASE = 'http://backend.test/rest/v1/';

function made(...calls: (string | [url: string, init?: RequestInit])[]) {
  const reads = new FirstReads('http://backend.test');
  const send = reads.noting(answer);
  for (const call of calls) {
    if (typeof call === 'string') reads.begin(call);
    else void send(...call);
  }
  return reads;
}

it('notes reads without their tokens, each once, with those of the slots in the area', () => {
  const headers = { apikey: 'k', Authorization: 'Bearer t', Prefer: 'count=exact' };
  const reads = made(
    'other',
    [`${BASE}nemus_courses?select=*`],
    'trainee',
    [`${BASE}nemus_prices?select=item`, { headers }],
    'trainee',
    [`${BASE}nemus_prices?select=item`, { headers }],
    [`${BASE}nemus_credit_balances?select=*`],
  );
  expect(reads.since('trainee')).toEqual([
    { path: 'nemus_prices?select=item', headers: { prefer: 'count=exact' } },
    { path: 'nemus_credit_balances?select=*', headers: {} },
  ]);
  reads.clear();
  expect(reads.since('trainee')).toEqual([]);
});

it.each([
  ['writes', `${BASE}rpc/nemus_book`, { method: 'POST' }],
  ['functions', 'http://backend.test/functions/v1/checkout', undefined],
  ['other servers', 'http://elsewhere.test/rest/v1/x', undefined],
  ['a moment that will have passed', `${BASE}nemus_orders?at=gt.2026-11-21T10:00:00Z`, undefined],
])('does not note %s', (_what, url, init) => {
  expect(made('trainee', [url, init]).since('trainee')).toEqual([]);
});

it('does not note the profile, which the next start requests in any case', () => {
  const profile: [string, RequestInit] = [`${BASE}${profilePath('u-1')}`, { headers: PROFILE_HEADERS }];
  const reads = made('trainee', profile, [`${BASE}nemus_profiles?select=last_name`]);
  expect(reads.since('trainee').map(({ path }) => path)).toEqual(['nemus_profiles?select=last_name']);
});

describe('waiting for a page to ask', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('resolves in the task after the first read, once everything requested together was sent', async () => {
    const reads = new FirstReads('http://backend.test');
    const send = reads.noting(answer);
    void send(`${BASE}nemus_courses?select=*`);
    const told = jest.fn();
    void reads.asked().then(told);
    void send(`${BASE}${profilePath('u-1')}`);
    await jest.advanceTimersByTimeAsync(10);
    expect(told).not.toHaveBeenCalled();
    void send(`${BASE}nemus_prices?select=item`);
    await Promise.resolve();
    expect(told).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(0);
    expect(told).toHaveBeenCalledTimes(1);
  });
});
