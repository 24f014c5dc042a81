import {
  furtherOf,
  isJourneyStep,
  progressOf,
  stepAfter,
  stepLeft,
  stepsOf,
  stepToShow,
  type JourneyStep,
} from './journey';

const WHOLE = stepsOf(true);
const WITHOUT_MEDIA = stepsOf(false);

describe('the journey through a block', () => {
  it('has the specified steps in order', () => {
    expect(WHOLE.map(({ id }) => id)).toEqual(['comic', 'video', 'summary', 'quiz', 'leaderboard', 'completed']);
  });

  it.each<[JourneyStep, JourneyStep, number]>([
    ['comic', 'video', 0],
    ['video', 'summary', 20],
    ['summary', 'quiz', 40],
    ['quiz', 'leaderboard', 60],
    ['leaderboard', 'completed', 80],
    ['completed', 'completed', 100],
  ])('%s is followed by %s and stands for %d %%', (step, next, percent) => {
    expect(stepAfter(step, WHOLE)).toBe(next);
    expect(progressOf(step, WHOLE)).toBe(percent);
  });

  it.each<[string | null, JourneyStep, JourneyStep]>([
    [null, 'comic', 'comic'],
    [null, 'summary', 'summary'],
    ['comic', 'quiz', 'comic'],
    ['quiz', 'quiz', 'quiz'],
    ['leaderboard', 'video', 'video'],
    ['completed', 'comic', 'comic'],
    ['<script>', 'video', 'video'],
  ])('asked for %s after reaching %s it shows %s', (requested, furthest, shown) => {
    expect(stepToShow(requested, furthest, WHOLE)).toBe(shown);
  });

  it.each<[string | undefined, JourneyStep]>([
    [undefined, 'comic'],
    ['video', 'video'],
    ['completed', 'completed'],
    ['a-step-of-yesterday', 'comic'],
  ])('left at %s it goes on with %s', (left, step) => {
    expect(stepLeft(left, WHOLE)).toBe(step);
  });

  it('never forgets how far somebody came', () => {
    expect(furtherOf('comic', 'quiz')).toBe('quiz');
    expect(furtherOf('completed', 'quiz')).toBe('completed');
  });

  it('takes nothing but its own steps from an address', () => {
    expect(['comic', 'toString', '', 7, null].map(isJourneyStep)).toEqual([true, false, false, false, false]);
  });
});

describe('the journey through a block without media', () => {
  it('begins with the quiz', () => {
    expect(WITHOUT_MEDIA.map(({ id }) => id)).toEqual(['quiz', 'leaderboard', 'completed']);
    expect(stepLeft(undefined, WITHOUT_MEDIA)).toBe('quiz');
    expect(progressOf('quiz', WITHOUT_MEDIA)).toBe(0);
    expect(progressOf('leaderboard', WITHOUT_MEDIA)).toBe(50);
  });

  it('has no comic, whatever the address or the account says', () => {
    expect(stepToShow('comic', 'leaderboard', WITHOUT_MEDIA)).toBe('leaderboard');
    expect(stepLeft('video', WITHOUT_MEDIA)).toBe('quiz');
  });
});
