import { moduleState } from './module-fixture';
import { moduleToShow, onwardLabel, readModules } from './reading';

const first = moduleState('eins', 'reading', true);
const second = moduleState('zwei', 'reading', false);
const third = moduleState('drei', 'reading', false, true);
const quiz = moduleState('quiz', 'quiz', false, true);
const block = [first, second, third, quiz];

it('reads everything but the quiz', () => {
  expect(readModules(block)).toEqual([first, second, third]);
});

describe('the module that shows', () => {
  it.each([
    ['none', null, second],
    ['a completed one', 'eins', first],
    ['one that is locked', 'drei', second],
    ['the quiz', 'quiz', second],
    ['one of another block', 'fremd', second],
  ])('when the address names %s', (_what, requested, expected) => {
    expect(moduleToShow(block, requested)).toBe(expected);
  });

  it('is the first when all are completed, and none where nothing is to be read', () => {
    const done = [first, { ...second, completed: true }];
    expect(moduleToShow(done, null)).toBe(first);
    expect(moduleToShow([{ ...quiz, locked: false }], null)).toBeNull();
    expect(moduleToShow([{ ...first, locked: true }], null)).toBeNull();
  });
});

describe('the way on', () => {
  it.each([
    [block, second, 'Abschließen und weiter'],
    [block, first, 'Nächstes Modul'],
    [block, third, 'Abschließen und zum Quiz'],
    [block, { ...third, completed: true }, 'Zum Quiz'],
  ])('of %# says where it leads', (modules, state, label) => {
    expect(onwardLabel(modules, state)).toBe(label);
  });

  it('leads on at the end of a block without a quiz', () => {
    expect(onwardLabel([first, second], second)).toBe('Abschließen und weiter');
    expect(onwardLabel([second, first], first)).toBe('Weiter');
  });
});
