import type { BlockSummary } from '../../content/block';
import { countCompleted, type BlockState } from '../course/module-state';

/** What is known at the end of a block's journey. */
export interface BlockEnd {
  /** With what the account has completed; null while that is not known. */
  readonly state: BlockState | null;
  readonly title: string;
  readonly hasQuiz: boolean;
  /** The account's best result in the leaderboard; null without one. */
  readonly best: { readonly score: number; readonly total_questions: number } | null;
  readonly summary: Pick<BlockSummary, 'sections'> | null;
}

/**
 * What the end of a block says of the reader. That somebody knows the rules needs every module and every answer right;
 * who came to the end on another way reads what was done, and nothing more.
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
