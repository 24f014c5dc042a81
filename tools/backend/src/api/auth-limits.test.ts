import path from 'node:path';
import { readProject } from '../config/config';
import { createAuthLimits } from './auth-limits';

const { config } = readProject(path.resolve(__dirname, '../../../../supabase'));

function ask(limits: ReturnType<typeof createAuthLimits>, place: string, peer: string): number | undefined {
  const url = new URL(`http://localhost/auth/v1/factors/${place}`);
  return limits.request(new Request(url, { method: 'POST' }), url, peer)?.status;
}

it('a caller asks for and answers fifteen challenges of factors in a minute, together', () => {
  const limits = createAuthLimits(config);
  const places = Array.from({ length: 15 }, (_, index) => `f/${index % 2 === 0 ? 'challenge' : 'verify'}`);
  expect(places.map((place) => ask(limits, place, '192.0.2.1'))).toEqual(Array(15).fill(undefined));
  expect(ask(limits, 'f/verify', '192.0.2.1')).toBe(429);
  expect(ask(limits, 'another/challenge', '192.0.2.1')).toBe(429);
  expect(ask(limits, 'f/verify', '192.0.2.2')).toBeUndefined();
});

it('codes of one account are compared fifteen times in five minutes, from wherever they come', () => {
  const limits = createAuthLimits(config);
  for (let count = 0; count < 15; count += 1) expect(limits.factor('ada')).toBeNull();
  expect(limits.factor('ada')?.status).toBe(429);
  expect(limits.factor('ben')).toBeNull();
});
