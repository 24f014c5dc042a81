/** @jest-environment ../../jest.browser.mjs */
import { dropEarlyReads, prepareAnswer, withEarlyAnswers } from './early-answers';
import { EARLY_ANSWER_MS } from './limits';

const URL_ = 'http://backend.test/rest/v1/nemus_prices?select=item';
const HEADERS = { apikey: 'key', authorization: 'Bearer one' };
const page = jest.fn<Promise<Response>, []>();
const later = jest.fn(() => Promise.resolve(new Response('later')));
const send = withEarlyAnswers(later);
const textOf = async (answer: Promise<Response>) => (await answer).text();

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('nemus.early-answers'));
  later.mockClear();
  page.mockReset().mockImplementation(() => Promise.resolve(new Response('early')));
  Object.assign(globalThis, { fetch: page });
});

it('answers the same request once, without asking again', async () => {
  void prepareAnswer(URL_, HEADERS);
  // Spelled as the client spells them; headers that change nothing do not count.
  const request = { headers: { APIKEY: 'key', Authorization: 'Bearer one', 'X-Client-Info': 'x' } };
  expect(await textOf(send(URL_, request))).toBe('early');
  expect(later).not.toHaveBeenCalled();
  expect(await textOf(send(URL_, request))).toBe('later');
});

it.each([
  ['another account', URL_, { headers: { ...HEADERS, authorization: 'Bearer two' } }],
  ['another form of the answer', URL_, { headers: { ...HEADERS, prefer: 'count=exact' } }],
  ['another address', `${URL_}&limit=1`, { headers: HEADERS }],
  ['a write', URL_, { method: 'POST', headers: HEADERS }],
  ['a question for the version alone', URL_, { method: 'HEAD', headers: HEADERS }],
])('never answers %s', async (_what, url, init) => {
  void prepareAnswer(URL_, HEADERS);
  expect(await textOf(send(url, init))).toBe('later');
});

it('answers a question for the version alone, and then nothing else', async () => {
  void prepareAnswer(URL_, {}, { method: 'HEAD', cache: 'no-store' });
  expect(page).toHaveBeenCalledWith(URL_, expect.objectContaining({ method: 'HEAD', cache: 'no-store' }));
  expect(await textOf(send(URL_))).toBe('later');
  expect(await textOf(send(URL_, { method: 'HEAD' }))).toBe('early');
});

it.each([
  ['was refused', () => Promise.resolve(new Response('no', { status: 401 }))],
  ['did not come', () => Promise.reject(new TypeError('Failed to fetch'))],
])('requests again when the early answer %s', async (_what, answer) => {
  page.mockImplementation(answer);
  void prepareAnswer(URL_, HEADERS).catch(() => undefined);
  expect(await textOf(send(URL_, { headers: HEADERS }))).toBe('later');
});

it('aborts together with its caller', async () => {
  page.mockImplementation(() => new Promise(() => undefined));
  void prepareAnswer(URL_, HEADERS);
  const control = new AbortController();
  const answer = send(URL_, { headers: HEADERS, signal: control.signal });
  control.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
  expect(later).not.toHaveBeenCalled();
});

it('does not wait for an answer that was aborted', async () => {
  page.mockImplementation(() => new Promise(() => undefined));
  void prepareAnswer(URL_, HEADERS);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(send(URL_, { headers: HEADERS, signal })).rejects.toThrow('enough');
  expect(later).not.toHaveBeenCalled();
});

it.each([
  ['a change that was made meanwhile', () => send(`${URL_}&x`, { method: 'POST', headers: HEADERS, body: '{}' })],
  ['one of another tab', dropEarlyReads],
])('shows nothing from before %s', async (_what, change) => {
  void prepareAnswer(URL_, HEADERS);
  void prepareAnswer('http://store.test/registry.json', {});
  await change();
  expect(await textOf(send(URL_, { headers: HEADERS }))).toBe('later');
  // Changes that belong to no account affect no reads here.
  expect(await textOf(send('http://store.test/registry.json'))).toBe('early');
});

it('ends the request of an answer that it drops', async () => {
  const answer = new Response('early');
  page.mockResolvedValue(answer);
  void prepareAnswer(URL_, HEADERS);
  dropEarlyReads();
  await new Promise((resolve) => setTimeout(resolve));
  expect(answer.bodyUsed).toBe(true);
});

it('has early answers for what is requested in parallel with a change', async () => {
  void prepareAnswer(URL_, HEADERS);
  later.mockReturnValueOnce(new Promise(() => undefined));
  void send(`${URL_}&x`, { method: 'POST', headers: HEADERS });
  expect(await textOf(send(URL_, { headers: HEADERS }))).toBe('early');
});

it('keeps early answers when an untouched page sends a POST', async () => {
  void prepareAnswer(URL_, HEADERS);
  Object.assign(navigator, { userActivation: { hasBeenActive: false } });
  await send(`${URL_}&x`, { method: 'POST', headers: HEADERS });
  Reflect.deleteProperty(navigator, 'userActivation');
  expect(await textOf(send(URL_, { headers: HEADERS }))).toBe('early');
});

it('drops an answer before its request is given up, and with it the body', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  void prepareAnswer(URL_, HEADERS);
  clock.mockReturnValue(EARLY_ANSWER_MS);
  expect(await textOf(send(URL_, { headers: HEADERS }))).toBe('later');
  clock.mockRestore();
});

it.each([
  ['uses an answer that was asked for late in the life of a page', 100_000, 'early'],
  ['drops one that is older than what a reader expects to see', 113_000, 'later'],
])('%s', async (_what, takenAt, expected) => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(100_000);
  void prepareAnswer(URL_, HEADERS);
  clock.mockReturnValue(takenAt);
  expect(await textOf(send(URL_, { headers: HEADERS }))).toBe(expected);
  clock.mockRestore();
});
