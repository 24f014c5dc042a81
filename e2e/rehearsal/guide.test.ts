/** A new, changed or removed step of a guide is seen at once; `npm run rehearse:production` plays them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stepsOf } from './guide';
import { GUIDES, NOT_HERE } from './plan';

const sources = readdirSync(__dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'plan.ts')
  .map((file) => readFileSync(path.join(__dirname, file), 'utf8').replaceAll('\\', ''))
  .join('\n');
const left = Object.values(NOT_HERE).flat();

test.each(GUIDES)('%s: the rehearsal names each step, or says why not', (guide) => {
  const steps = stepsOf(guide);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((step) => !sources.includes(step.replaceAll('\\', '')) && !left.includes(step))).toEqual([]);
});

test('what is left out is in a guide', () => {
  const steps = GUIDES.flatMap(stepsOf);
  expect(left.filter((step) => !steps.includes(step))).toEqual([]);
});
