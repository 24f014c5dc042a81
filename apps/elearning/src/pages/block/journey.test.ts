import type { ModuleState } from '../course/module-state';
import {
  positionAfterReading,
  laterStep,
  isJourneyStep,
  progressOf,
  stepAfter,
  stepLeft,
  stepsOf,
  stepToShow,
  type JourneyStep,
} from './journey';
import { moduleState } from './module-fixture';

const WHOLE = stepsOf({ media: true, quiz: true });
const WITHOUT_MEDIA = stepsOf({ media: false, quiz: true });

describe('the journey through a block', () => {
  it('has the steps of Block A in order (S-6.9)', () => {
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

  it('never forgets the progress', () => {
    expect(laterStep('comic', 'quiz')).toBe('quiz');
    expect(laterStep('completed', 'quiz')).toBe('completed');
  });

  it('accepts only its own steps from an address', () => {
    expect(['comic', 'toString', '', 7, null].map(isJourneyStep)).toEqual([true, false, false, false, false]);
  });
});

describe('the journey through a block without media', () => {
  it('is read instead, and ends with the quiz', () => {
    expect(WITHOUT_MEDIA.map(({ id }) => id)).toEqual(['reading', 'quiz', 'leaderboard', 'completed']);
    expect(stepLeft(undefined, WITHOUT_MEDIA)).toBe('reading');
    expect(progressOf('reading', WITHOUT_MEDIA)).toBe(0);
    expect(progressOf('leaderboard', WITHOUT_MEDIA)).toBe(67);
  });

  it('has no quiz and no leaderboard where its block closes without one', () => {
    const journey = stepsOf({ media: false, quiz: false });
    expect(journey.map(({ id }) => id)).toEqual(['reading', 'completed']);
    expect(stepAfter('reading', journey)).toBe('completed');
    expect(stepToShow('quiz', 'completed', journey)).toBe('completed');
  });

  it('has no comic, whatever the address or the account says', () => {
    expect(stepToShow('comic', 'leaderboard', WITHOUT_MEDIA)).toBe('leaderboard');
    expect(stepLeft('video', WITHOUT_MEDIA)).toBe('reading');
  });

  it('is never read within the journey of Block A (S-6.9)', () => {
    expect(stepToShow('reading', 'completed', WHOLE)).toBe('completed');
  });
});

describe('where a reading block continues', () => {
  const modules = (...completed: boolean[]): ModuleState[] =>
    completed.map((done, index) => moduleState(`m${index}`, index === completed.length - 1 ? 'quiz' : 'reading', done));

  it.each([
    ['nowhere yet, with texts open', null, [true, false, false], null],
    ['nowhere yet, with all texts completed elsewhere', null, [true, true, false], 'quiz'],
    ['nowhere yet, with everything completed elsewhere', null, [true, true, true], 'completed'],
    ['at its texts, which are completed', 'reading', [true, true, false], 'quiz'],
    ['at the leaderboard', 'leaderboard', [true, true, false], 'leaderboard'],
    ['at a step that is none', 'nirgends', [true, true, false], 'quiz'],
    ['at its texts, which are not completed', 'reading', [false, false, true], 'reading'],
  ])('left %s', (_what, step, completed, expected) => {
    const left = step === null ? null : { step, videoSeconds: 0 };
    expect(positionAfterReading(left, modules(...completed))?.step ?? null).toBe(expected);
  });
});
