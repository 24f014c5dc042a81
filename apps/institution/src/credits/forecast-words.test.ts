import { forecastWords } from './forecast-words';

const PACE = { available: 200, used: 100, days: 100, basis: 'pace', lasts_until: '2031-03-12' } as const;

it('names the month, and its basis', () => {
  expect(forecastWords(PACE)).toMatch(
    /^Bei diesem Tempo \(100.Credits in 100.Tagen\) reichen Ihre Credits bis März 2031\.$/,
  );
});

it.each([
  ['far', /länger als fünf Jahre/],
  ['too_little', /lässt sich noch nicht sagen/],
  ['no_use', /keine Credits verwendet/],
] as const)('%s names no day', (basis, words) => {
  expect(forecastWords({ ...PACE, basis, lasts_until: null })).toMatch(words);
});

it('is null without credits', () => {
  expect(forecastWords({ ...PACE, available: 0, basis: 'empty', lasts_until: null })).toBeNull();
});
