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

it.each(['token?grant_type=password', 'signup', 'user'])('takes another shape of %s for a failure', async (path) => {
  expect((await check(path, { strange: true })).status).toBe(502);
  expect((await checkedAnswer(`${BASE}/${path}`, new Response('<h1>Gateway</h1>'))).status).toBe(502);
});

it('leaves a failure as the service worded it', async () => {
  const refused = Response.json({ code: 'invalid_credentials' }, { status: 400 });
  expect(await checkedAnswer(`${BASE}/token`, refused)).toBe(refused);
});
