import { keptText, roundsIn } from './rounds';

const ROUNDS = { rounds: 2, numbers: { 'slow/piw/cold/ready/portal': [3_000, 2_900] } };
const OF = { sources: 'abc', protocol: 'h2' } as const;

it('goes on after rounds of the same sources by the same protocol', () => {
  expect(roundsIn(keptText(ROUNDS, OF), OF)).toEqual(ROUNDS);
});

it('refuses rounds of another protocol, of other sources, and of a version without protocols', () => {
  expect(() => roundsIn(keptText(ROUNDS, { ...OF, protocol: 'http1' }), OF)).toThrow(
    'by HTTP/1.1: say --protocol http1',
  );
  expect(() => roundsIn(keptText(ROUNDS, OF), { ...OF, protocol: 'http1' })).toThrow('by HTTP/2: say --protocol h2');
  expect(() => roundsIn(keptText(ROUNDS, OF), { ...OF, sources: 'def' })).toThrow('other sources');
  expect(() => roundsIn(JSON.stringify({ sources: 'abc', ...ROUNDS }), OF)).toThrow('another version');
});
