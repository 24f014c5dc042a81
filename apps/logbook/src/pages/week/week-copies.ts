import { addDays, daysBetween } from '@nemus/area/calendar';
import {
  caseName,
  COMPETENCY_LABELS,
  type LogbookCase,
  type LogbookEntry,
  type LogbookTemplate,
  type LogbookWeek,
} from '@nemus/data';
import { formatDate } from '@nemus/ui';
import { copyOf, nextForm, type EntryForm } from '../../entries/entry-form';
import type { LocalEntry } from '../../outbox/local-entries';
import { mondayOf, today } from '../../week/week';
import { fitForm, type OwnChoices } from './useEntryChoices';

/** What a copy would be, and what speaks against it. */
export interface WeekCopy {
  readonly key: string;
  readonly form: EntryForm;
  /** What tells it from others of its day, kind and duration. */
  readonly facts: readonly string[];
  /** Why it cannot be copied. */
  readonly obstacle: string | null;
  /** The week has such an entry already. */
  readonly isThere: boolean;
}

/** What the week has, and what an entry may name. */
export interface WeekFacts {
  readonly entries: readonly LogbookEntry[];
  readonly kept: readonly LocalEntry[];
  readonly choices: OwnChoices;
  readonly remembered: LogbookWeek['remembered'];
  readonly attributes: LogbookWeek['attributes'];
}

const sessionOf = ({ done_on: day, category, case_id: of }: Pick<LogbookEntry, 'done_on' | 'category' | 'case_id'>) =>
  [day, category, of ?? ''].join(' ');

/** Marks as many copies as the week has entries of their day, kind and case. */
function markThere(copies: readonly WeekCopy[], { entries, kept }: WeekFacts): readonly WeekCopy[] {
  const here = new Set(kept.map(({ id }) => id));
  const there = [...entries.filter(({ id }) => !here.has(id)), ...kept.map(({ form }) => form)].map(sessionOf);
  return copies.map((copy) => {
    const at = there.indexOf(sessionOf(copy.form));
    if (at === -1) return copy;
    there.splice(at, 1);
    return { ...copy, isThere: true };
  });
}

/** Why a session of a day with a case cannot be entered. */
function obstacleOf({ done_on: day, case_id: of }: EntryForm, cases: readonly LogbookCase[]): string | null {
  if (day > today()) return 'Dieser Tag kommt noch.';
  const closed = cases.find(({ id }) => id === of)?.closed_on ?? null;
  return closed !== null && closed < day ? 'Der Fall ist an diesem Tag abgeschlossen.' : null;
}

/** The confirmer of the origin is not the copy's. */
const lostConfirmer = (before: EntryForm, after: EntryForm) =>
  before.confirmer_id !== '' && after.confirmer_id === '' ? ['ohne bestätigende Person'] : [];

/** Last week's entries a week later: all except corrections and what they replaced, without their notes. */
export function copiesOfWeek(last: readonly LogbookEntry[], facts: WeekFacts): readonly WeekCopy[] {
  const { choices, attributes } = facts;
  const copies = last
    .filter(({ corrects, corrected_by: corrected }) => corrects === null && corrected === null)
    .map((entry): WeekCopy => {
      const before = copyOf(entry, addDays(entry.done_on, 7));
      const form = fitForm(before, choices, attributes);
      const said = [
        entry.case_code,
        form.site_id === '' ? null : entry.site,
        form.confirmer_id === '' || entry.confirmer === null ? null : `an ${entry.confirmer}`,
        entry.competency && COMPETENCY_LABELS[entry.competency],
      ];
      return {
        key: entry.id,
        form,
        facts: [...said.filter((fact) => fact !== null), ...lostConfirmer(before, form)],
        obstacle: obstacleOf(form, choices.cases),
        isThere: false,
      };
    });
  return markThere(copies, facts);
}

/** The sessions of a template in a week, like the last entries of their kinds. */
export function copiesOfTemplate(
  { id, sessions, first_on: from, last_on: until }: LogbookTemplate,
  monday: string,
  facts: WeekFacts,
): readonly WeekCopy[] {
  const { choices, remembered, attributes } = facts;
  const copies = sessions.map(({ weekday, category, minutes, case_id: of }, place): WeekCopy => {
    const day = addDays(monday, weekday);
    const before = { ...nextForm(day, category, remembered[category], of ?? ''), minutes: String(minutes) };
    const form = fitForm(before, choices, attributes);
    const found = choices.cases.find((one) => one.id === of);
    const isGone = of !== null && found === undefined && choices.isKnown;
    const who = choices.confirmers.find((one) => one.id === form.confirmer_id)?.name;
    return {
      key: `${id} ${place}`,
      form,
      facts: [
        ...(found === undefined ? [] : [caseName(found)]),
        ...(who === undefined ? [] : [`an ${who}`]),
        ...lostConfirmer(before, form),
      ],
      obstacle: isGone
        ? 'Der Fall ist gelöscht.'
        : until !== null && day > until
          ? `Die Vorlage gilt bis ${formatDate(until)}.`
          : day < from
            ? `Die Vorlage gilt ab ${formatDate(from)}.`
            : obstacleOf(form, choices.cases),
      isThere: false,
    };
  });
  return markThere(copies, facts);
}

/** Sessions of repeating templates that a week still lacks. */
export const missingOf = (
  templates: readonly LogbookTemplate[],
  monday: string,
  facts: WeekFacts,
): readonly { readonly template: LogbookTemplate; readonly count: number }[] =>
  templates.flatMap((template) => {
    if (template.last_on === null) return [];
    const missing = copiesOfTemplate(template, monday, facts).filter(
      ({ obstacle, isThere }) => obstacle === null && !isThere,
    );
    return missing.length === 0 ? [] : [{ template, count: missing.length }];
  });

/** Copies as the sessions of a template. */
export const sessionsOf = (copies: readonly WeekCopy[]): LogbookTemplate['sessions'] =>
  copies.map(({ form }) => ({
    weekday: daysBetween(mondayOf(form.done_on), form.done_on),
    category: form.category,
    minutes: Number(form.minutes),
    case_id: form.case_id === '' ? null : form.case_id,
  }));
