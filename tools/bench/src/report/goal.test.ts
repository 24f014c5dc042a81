import { goalSentence } from './browser-report';
import { Results } from './results';

test('an occasion that misses the goal is named', () => {
  const results = new Results();
  for (const ms of [950, 960, 970]) {
    results.note('slow', 'piw', 'cold', 'portal', { ready: ms });
    results.note('slow', 'piw', 'cold', 'tuned', { ready: 900 });
    results.note('slow', 'piw', 'switch-first', 'portal', { ready: ms });
    results.note('slow', 'piw', 'switch-first', 'tuned', { ready: 960 });
  }
  expect(goalSentence(results)).toMatch(/\*\*Missed\*\* by: Dashboard with data, cold \(slow, Trainee, 1\.07\)\.$/);
});
