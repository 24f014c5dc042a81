import type { LearningBlock, LearningModule } from '@nemus/data';
import { blockStates, countCompleted } from './module-state';

const block = (id: string, position: number, is_open = false): LearningBlock => ({
  id,
  position,
  title: id,
  description: '',
  units: 6,
  is_open,
});
const moduleOf = (id: string, block_id: string, position: number): LearningModule => ({
  id,
  block_id,
  position,
  title: id,
  duration_minutes: 45,
  type: 'reading',
});
const course = {
  blocks: [block('a', 1, true), block('b', 2), block('c', 3)],
  modules: [moduleOf('a1', 'a', 1), moduleOf('a2', 'a', 2), moduleOf('b1', 'b', 3)],
};
const locked = (...completed: string[]) =>
  blockStates(course, new Set(completed), true).flatMap(({ modules }) => modules.map((state) => state.locked));

describe('the modules of a course', () => {
  it.each([
    [[], [false, true, true]],
    [['a1'], [false, false, true]],
    [
      ['a1', 'a2'],
      [false, false, true],
    ],
  ])('with %j completed are locked %j', (completed, expected) => {
    expect(locked(...completed)).toEqual(expected);
  });

  it('open no module of a closed block, even after the one before it', () => {
    const open = { ...course, blocks: [block('a', 1, true), block('b', 2, true), block('c', 3)] };
    expect(blockStates(open, new Set(['a1', 'a2']), true)[1]?.modules[0]?.locked).toBe(false);
  });

  it('stay open when they were completed before the one before them', () => {
    expect(locked('a2')).toEqual([false, false, true]);
  });

  it('are all locked in a premium course that was not bought', () => {
    const states = blockStates(course, new Set(['a1']), false);
    expect(states.flatMap(({ modules }) => modules.map((state) => state.locked))).toEqual([true, true, true]);
    expect(states.map(({ access }) => access)).toEqual(['unbought', 'closed', 'empty']);
  });
});

it('letters the blocks and says which can be used', () => {
  expect(blockStates(course, new Set(), true).map(({ letter, access }) => [letter, access])).toEqual([
    ['A', 'open'],
    ['B', 'closed'],
    ['C', 'empty'],
  ]);
});

it('keeps an open block for later while none of its modules is unlocked', () => {
  const open = { ...course, blocks: [block('a', 1, true), block('b', 2, true)] };
  const access = (...completed: string[]) => blockStates(open, new Set(completed), true).map((state) => state.access);
  expect(access()).toEqual(['open', 'later']);
  expect(access('a1')).toEqual(['open', 'later']);
  expect(access('a1', 'a2')).toEqual(['open', 'open']);
  expect(access('b1')).toEqual(['open', 'open']);
});

it('counts the completed modules of each block', () => {
  const counts = (...completed: string[]) => blockStates(course, new Set(completed), true).map(countCompleted);
  expect(counts()).toEqual([0, 0, 0]);
  expect(counts('a2', 'b1')).toEqual([1, 1, 0]);
  expect(counts('a1', 'a2', 'unbekannt')).toEqual([2, 0, 0]);
});
