import { Results } from './results';

it('goes on after the rounds that were measured before', () => {
  const first = new Results();
  first.note('slow', 'piw', 'cold', 'portal', { ready: 3000.004, label: 'no number' });
  const second = new Results(first.entries());
  second.note('slow', 'piw', 'cold', 'portal', { ready: 2900 });
  expect(second.of('slow', 'piw', 'cold', 'ready', 'portal')).toEqual([3000, 2900]);
  expect(first.of('slow', 'piw', 'cold', 'ready', 'portal')).toEqual([3000.004]);
  expect(second.entries()).toEqual({ 'slow/piw/cold/ready/portal': [3000, 2900] });
});
