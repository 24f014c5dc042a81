import { checkedAnswer } from './auth-answers';

const BASE = 'http://api.test/auth/v1';
const USER = { id: 'u-1', email: 'mira@nemus.example' };
const SESSION = { access_token: 'a', refresh_token: 'r', user: USER };

const check = (path: string, body: unknown) => checkedAnswer(`${BASE}/${path}`, Response.json(body));

it.each([
  ['token?grant_type=refresh_token', SESSION],
  ['signup?redirect_to=http://portal.test/', USER],
  ['signup', SESSION],
  ['user', USER],
  // These only say that it was done.
  ['recover', {}],
  ['resend', {}],
])('lets %s through as it is', async (path, body) => {
  const answer = await check(path, body);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(body);
});

// An hour: a clock that missed the change to summer time. A day: a wrong date.
it.each([7_200, -7_200, 3_600, -3_600, 86_400, -86_400, 31, 0])(
  'ends a session by this clock when it is %i s away from the service’s',
  async (seconds) => {
    const now = Math.floor(Date.now() / 1_000);
    const body = { ...SESSION, expires_in: 3_600, expires_at: now + seconds + 3_600 };
    const read: unknown = await (await check('token?grant_type=refresh_token', body)).json();
    expect(read).toMatchObject({ access_token: 'a', user: USER, expires_in: 3_600 });
    expect(Math.abs(Number(new Map(Object.entries(Object(read))).get('expires_at')) - now - 3_600)).toBeLessThan(3);
  },
);

it.each(['token?grant_type=password', 'signup', 'user'])('takes another shape of %s for a failure', async (path) => {
  expect((await check(path, { strange: true })).status).toBe(502);
  for (const text of ['<h1>Gateway</h1>', '', 'null', '[]', '{"access_token":"a"']) {
    expect((await checkedAnswer(`${BASE}/${path}`, new Response(text))).status).toBe(502);
  }
});

it('leaves a failure as the service worded it', async () => {
  const refused = Response.json({ code: 'invalid_credentials' }, { status: 400 });
  expect(await checkedAnswer(`${BASE}/token`, refused)).toBe(refused);
});
