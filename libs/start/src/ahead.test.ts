import { Ahead, AHEAD, type AheadLevel, type AheadState } from './ahead';

const LEVELS = ['fetched', 'held', 'running'] as const;
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Work that ends when a test says so. */
function begin() {
  const asked: (readonly [AheadLevel, string])[] = [];
  const ends: ((isReached: boolean) => void)[] = [];
  const work = (level: AheadLevel) => (page: string) => {
    asked.push([level, page]);
    return new Promise<boolean>((resolve, reject) => {
      ends.push((isReached) => (isReached ? resolve(true) : reject(new Error('no line'))));
    });
  };
  const ahead = new Ahead<string>({ fetched: work('fetched'), held: work('held'), running: work('running') });
  return {
    ahead,
    asked,
    end: async (isReached = true, place = 0) => {
      ends.splice(place, 1)[0]?.(isReached);
      await settle();
    },
  };
}

it.each<[AheadState, ...(AheadState | 'done')[]]>([
  // From, and what follows when fetched, held or running is wanted.
  ['nothing', 'fetching', 'holding', 'starting'],
  ['fetching', 'done', 'holding', 'starting'],
  ['fetched', 'done', 'holding', 'starting'],
  ['holding', 'done', 'done', 'starting'],
  ['held', 'done', 'done', 'starting'],
  ['starting', 'done', 'done', 'starting'],
  ['running', 'done', 'done', 'starting'],
])('%s leads to %s, %s and %s', (state, ...next) => {
  expect(LEVELS.map((level) => AHEAD[state][level] ?? 'done')).toEqual(next);
});

it('never goes back to a lower level, except to nothing when its work is lost', () => {
  const order: readonly AheadState[] = ['nothing', 'fetching', 'fetched', 'holding', 'held', 'starting', 'running'];
  for (const [from, events] of Object.entries(AHEAD)) {
    for (const [event, to] of Object.entries(events)) {
      const isBack = order.findIndex((one) => one === to) < order.findIndex((one) => one === from);
      expect(isBack).toBe(event === 'lost' || (from === 'running' && event === 'running'));
    }
  }
});

it('does each level once, and the same work answers all who ask', async () => {
  const { ahead, asked, end } = begin();
  const all = [ahead.to('held', 'a', 'x'), ahead.to('held', 'a', 'x'), ahead.to('fetched', 'a', 'x')];
  expect(ahead.stateOf('a')).toBe('holding');
  await end();
  await expect(Promise.all(all)).resolves.toEqual([true, true, true]);
  await expect(ahead.to('fetched', 'a', 'x')).resolves.toBe(true);
  expect(asked).toEqual([['held', 'x']]);
  expect(ahead.stateOf('a')).toBe('held');
});

it('begins again after a failure', async () => {
  const { ahead, asked, end } = begin();
  const first = ahead.to('held', 'a', 'x');
  await end(false);
  await expect(first).resolves.toBe(false);
  expect(ahead.stateOf('a')).toBe('nothing');
  void ahead.to('held', 'a', 'x');
  expect(asked).toHaveLength(2);
});

it('is not set back by a lower level that ends late', async () => {
  const { ahead, end } = begin();
  void ahead.to('fetched', 'a', 'x');
  void ahead.to('running', 'a', 'x');
  await end(true, 1);
  expect(ahead.stateOf('a')).toBe('running');
  await end(false);
  expect(ahead.stateOf('a')).toBe('running');
});

it('runs again for another page, and knows nothing of another release', async () => {
  const { ahead, asked, end } = begin();
  void ahead.to('running', 'a', 'x');
  await end();
  void ahead.to('running', 'a', 'y');
  expect(asked).toEqual([
    ['running', 'x'],
    ['running', 'y'],
  ]);
  expect(ahead.stateOf('b')).toBe('nothing');
});
