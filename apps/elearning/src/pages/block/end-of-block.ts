import type { BlockSummary } from '../../content/block';
import { countCompleted, type BlockState } from '../course/module-state';

/** What is known at the end of a block. */
export interface BlockEnd {
  /** Completed modules included; null while unknown. */
  readonly state: BlockState | null;
  readonly title: string;
  readonly hasQuiz: boolean;
  /** The account's best result in the leaderboard; null without one. */
  readonly best: { readonly score: number; readonly total_questions: number } | null;
  readonly summary: Pick<BlockSummary, 'sections'> | null;
}

/**
 * The message at the end of a block. Knowing the rules requires every module and every right answer; otherwise it only
 * lists what was done.
 */
export function describeEnd({ state, title, hasQuiz, best, summary }: BlockEnd): string {
  if (state === null) return `Sie sind am Ende von „${title}“ angekommen.`;
  const topics = summary === null ? '' : summary.sections.map((section) => section.title).join(', ');
  if (countCompleted(state) < state.modules.length) {
    const asked = hasQuiz ? 'Sie haben das Quiz beendet. ' : '';
    return `${asked}Zu „${title}“ gehören noch Module, die Sie nicht abgeschlossen haben.`;
  }
  if (topics === '') return `Sie haben „${title}“ durchgearbeitet.`;
  return !hasQuiz || (best !== null && best.score === best.total_questions)
    ? `Sie kennen jetzt die Regeln aus „${title}“: ${topics}.`
    : `Sie haben alle Module von „${title}“ abgeschlossen. Darum ging es: ${topics}.`;
}
