import { noticeProblem } from '@nemus/registry';
import { Refusal } from './refusal';

/** Longest name of who closed an area, in characters. */
const LONGEST_NAME = 80;
/** `2026-11-22` or `2026-11-22 18:00`, as people in Germany read it from their clock. */
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d))?$/;

/** Refuses a text that users would not get to read as it is. */
export function requireNotice({ reason, by }: { readonly reason: string; readonly by?: string }): void {
  const problem = noticeProblem(reason);
  if (problem) {
    throw new Refusal(
      'malformed',
      `Users cannot be shown this reason. ${problem}`,
      'Give one German sentence without addresses and numbers: --reason "Wir warten die Termine."',
    );
  }
  if (by === undefined) return;
  const named =
    Array.from(by).length > LONGEST_NAME ? `It has more than ${LONGEST_NAME} characters.` : noticeProblem(by);
  if (named) {
    throw new Refusal(
      'malformed',
      `Users cannot be shown this name. ${named}`,
      'Give a short one: --by "Team Termine".',
    );
  }
}

/**
 * The reason with the time until which the area is closed. The time is part of the sentence, so every shell shows it
 * and the stop list signs it.
 *
 * @param until `2026-11-22` or `2026-11-22 18:00`, German time.
 */
export function reasonUntil(reason: string, until: string | undefined): string {
  if (until === undefined) return reason;
  const [, year, month, day, hour, minute] = MOMENT.exec(until) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) {
    throw new Refusal('malformed', `"${until}" is no time.`, 'Give a day or a moment: --until "2026-11-22 18:00".');
  }
  const time = hour === undefined ? '' : `, ${hour}:${minute} Uhr`;
  return `${reason.trim()} Voraussichtlich bis ${day}.${month}.${year}${time}.`;
}
