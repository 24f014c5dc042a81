import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readProject } from '../config/config';
import { createAuthLimits } from './auth-limits';

const { config } = readProject(path.resolve(__dirname, '../../../../../supabase'));

async function ask(
  limits: ReturnType<typeof createAuthLimits>,
  place: string,
  peer: string,
): Promise<number | undefined> {
  const url = new URL(`http://localhost/auth/v1/factors/${place}`);
  return (await limits.request(new Request(url, { method: 'POST' }), url, peer))?.status;
}

it('a caller asks for and answers fifteen challenges of factors in a minute, together', async () => {
  const limits = createAuthLimits(config);
  const places = Array.from({ length: 15 }, (_, index) => `f/${index % 2 === 0 ? 'challenge' : 'verify'}`);
  expect(await Promise.all(places.map((place) => ask(limits, place, '192.0.2.1')))).toEqual(Array(15).fill(undefined));
  expect(await ask(limits, 'f/verify', '192.0.2.1')).toBe(429);
  expect(await ask(limits, 'another/challenge', '192.0.2.1')).toBe(429);
  expect(await ask(limits, 'f/verify', '192.0.2.2')).toBeUndefined();
});

it('codes of one account are compared fifteen times in five minutes, from wherever they come', async () => {
  const limits = createAuthLimits(config);
  for (let count = 0; count < 15; count += 1) expect(await limits.factor('ada')).toBeNull();
  expect((await limits.factor('ada'))?.status).toBe(429);
  expect(await limits.factor('ben')).toBeNull();
});

describe('the morning of a launch, with the limits of the operator’s guide', () => {
  const guide = readFileSync(path.resolve(__dirname, '../../../../../docs/operator.md'), 'utf8');
  const row = (start: string) => {
    const cells =
      guide
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split('|') ?? [];
    return cells
      .slice(3, 6)
      .map((cell) => cell.match(/\d[\d,]*/g)?.map((text) => Number(text.replaceAll(',', ''))) ?? []);
  };
  const expected = row('| Variable');
  const column = (name: string) => row(`| \`${name}\``).flat();
  const [mails, signIns, verifications, refreshes] = [
    column('AUTH_MAILS_PER_HOUR'),
    column('AUTH_SIGN_INS'),
    column('AUTH_VERIFICATIONS'),
    column('AUTH_REFRESHES'),
  ];

  /** Everyone of the hour gets a mail, every second one another; a house registers and signs in within five minutes. */
  async function refusals(limits: ReturnType<typeof createAuthLimits>, accounts: number, house: number) {
    const ask = (pathname: string) => {
      const url = new URL(`http://localhost/auth/v1/${pathname}`);
      return limits.request(new Request(url, { method: 'POST' }), url, '192.0.2.1');
    };
    const answers = [];
    for (let person = 0; person < accounts; person += 1) {
      answers.push(await limits.mail('confirmation', `${person}@nemus.example`));
      if (person % 2 === 0) answers.push(await limits.mail('recovery', `${person}@nemus.example`));
    }
    for (let person = 0; person < house; person += 1) {
      for (const step of ['signup', 'verify', 'token?grant_type=password', 'verify']) answers.push(await ask(step));
      // Each open page refreshes once an hour: a twelfth of them in five minutes.
      if (person % 12 === 0) answers.push(await ask('token?grant_type=refresh_token'));
    }
    return answers.filter((answer) => answer !== null).length;
  }
  const limitsOf = (at: number) =>
    createAuthLimits({
      ...config,
      auth: {
        ...config.auth,
        rate_limit: {
          email_sent: mails[at] ?? 0,
          sign_in_sign_ups: signIns[at] ?? 0,
          token_verifications: verifications[at] ?? 0,
          token_refresh: refreshes[at] ?? 0,
        },
      },
    });

  it.each([0, 1, 2])('refuses no one, in column %d', async (at) => {
    const [accounts = 0, house = 0] = expected[at] ?? [];
    expect(accounts).toBeGreaterThan(0);
    expect(await refusals(limitsOf(at), accounts, house)).toBe(0);
    // One person more than expected, and it would.
    expect(await refusals(limitsOf(at), accounts, house + 1)).toBeGreaterThan(0);
  });

  it('would refuse people with the defaults', async () => {
    const [accounts = 0, house = 0] = expected[0] ?? [];
    expect(await refusals(createAuthLimits(config), accounts, house)).toBeGreaterThan(accounts);
  });
});
