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
