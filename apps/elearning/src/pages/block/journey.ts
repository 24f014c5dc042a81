import type { BlockPosition } from '@nemus/data';
import type { ModuleState } from '../course/module-state';
import { readModules } from './reading';

/**
 * All steps in order, with their names in the address. Those of Block A are promised (S-6.9); a block without media is
 * read instead.
 */
export const JOURNEY_STEPS = [
  { id: 'comic', label: 'Comic' },
  { id: 'video', label: 'Video' },
  { id: 'summary', label: 'Zusammenfassung' },
  { id: 'reading', label: 'Lesen' },
  { id: 'quiz', label: 'Quiz' },
  { id: 'leaderboard', label: 'Bestenliste' },
  { id: 'completed', label: 'Abgeschlossen' },
] as const;
export type JourneyStep = (typeof JOURNEY_STEPS)[number]['id'];
/** The steps that one block has, in order. */
export type Journey = readonly (typeof JOURNEY_STEPS)[number][];

const IDS: readonly string[] = JOURNEY_STEPS.map(({ id }) => id);
const OF_MEDIA: readonly JourneyStep[] = ['comic', 'video', 'summary'];
const OF_QUIZ: readonly JourneyStep[] = ['quiz', 'leaderboard'];

/** The steps of a block: its media or its texts, the quiz when it closes with one, and the end. */
export function stepsOf({ media, quiz }: { media: boolean; quiz: boolean }): Journey {
  return JOURNEY_STEPS.filter(({ id }) => {
    if (OF_MEDIA.includes(id)) return media;
    if (OF_QUIZ.includes(id)) return quiz;
    return id !== 'reading' || !media;
  });
}

/** True for the name of a step; other values in an address are ignored. */
export function isJourneyStep(value: unknown): value is JourneyStep {
  return typeof value === 'string' && IDS.includes(value);
}

/** Position of a step in a journey, from 0; -1 when the journey does not have it. */
export function positionOf(step: JourneyStep, journey: Journey): number {
  return journey.findIndex(({ id }) => id === step);
}

/** The step after this one; the last step has none and stays. */
export function stepAfter(step: JourneyStep, journey: Journey): JourneyStep {
  return journey[positionOf(step, journey) + 1]?.id ?? step;
}

/** Where a reading block continues: when every text is completed, even elsewhere, at least after the texts. */
export function positionAfterReading(
  left: BlockPosition | null,
  modules: readonly ModuleState[],
): BlockPosition | null {
  const [quiz] = modules.filter(({ module }) => module.type === 'quiz');
  if (!readModules(modules).every(({ completed }) => completed)) return left;
  const reached: JourneyStep = quiz === undefined || quiz.completed ? 'completed' : 'quiz';
  const step = isJourneyStep(left?.step) ? laterStep(left.step, reached) : reached;
  return { step, videoSeconds: left?.videoSeconds ?? 0 };
}

/** Progress of the journey in percent, from the position of the step: 0 at its first, 100 when completed. */
export function progressOf(step: JourneyStep, journey: Journey): number {
  return Math.round((positionOf(step, journey) / (journey.length - 1)) * 100);
}

/** The step where a journey was left; its first one for a newcomer, or when the journey has changed since. */
export function stepLeft(left: string | undefined, journey: Journey): JourneyStep {
  return journey.find(({ id }) => id === left)?.id ?? journey[0]?.id ?? 'completed';
}

/**
 * Where a visit begins: at the step in the address, if it was reached before; otherwise where it was left. Steps that
 * were never reached cannot be jumped to, so that the leaderboard is not the way around the quiz.
 */
export function stepToShow(requested: string | null, furthest: JourneyStep, journey: Journey): JourneyStep {
  if (!isJourneyStep(requested) || positionOf(requested, journey) < 0) return furthest;
  return positionOf(requested, journey) <= positionOf(furthest, journey) ? requested : furthest;
}

/** The further of two steps. */
export function laterStep(one: JourneyStep, other: JourneyStep): JourneyStep {
  return IDS.indexOf(one) >= IDS.indexOf(other) ? one : other;
}
