import { goalTable } from './goals';
import { Results } from './results';

test('a goal that is missed says so', () => {
  const results = new Results();
  for (const ms of [950, 960, 970]) {
    results.note('slow', 'piw', 'cold', 'portal', { ready: ms });
    results.note('slow', 'piw', 'cold', 'tuned', { ready: 1_000 });
    results.note('slow', 'piw', 'switch-first', 'portal', { ready: ms });
    results.note('slow', 'piw', 'switch-first', 'tuned', { ready: 960 });
  }
  const rows = goalTable(results).split('\n');
  expect(rows.find((row) => row.includes('Dashboard, cold'))).toMatch(/0\.96 \(.*\*\*missed/);
  expect(rows.find((row) => row.includes('first time'))).toMatch(/1\.00 \(.*reached/);
});
