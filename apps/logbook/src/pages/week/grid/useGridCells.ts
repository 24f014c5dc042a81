import { useSession } from '@nemus/contract/react';
import type { HourCategory, LogbookEntry, LogbookWeek } from '@nemus/data';
import { durationProblem, readDurations } from '../../../entries/duration';
import { entriesOf, nextForm, type EntryForm } from '../../../entries/entry-form';
import { deleteLocalEntry, saveLocalEntry, type LocalEntry } from '../../../outbox/local-entries';
import { confirmersFor, type EntryChoices } from '../EntryFields';
import { cellOf, isTyped, type GridCell, type GridRow } from './grid-rows';

/** What a grid is made of. */
export interface GridData {
  readonly entries: readonly LogbookEntry[];
  readonly kept: readonly LocalEntry[];
  readonly choices: EntryChoices;
  readonly remembered: LogbookWeek['remembered'];
  /** The choices are read: what they lack does not exist. */
  readonly isKnown: boolean;
}

/**
 * Reads and writes the cells of a week. What is typed is a local entry with every keystroke, like that of the form, so
 * that nothing is lost with a closed tab; saving gives it to the outbox, which sends all in one request.
 */
export function useGridCells(
  { entries, kept, choices, remembered, isKnown }: GridData,
  /** The chosen confirmers. */
  confirmers: Readonly<Partial<Record<HourCategory, string>>>,
) {
  const { userId } = useSession();
  const cell = (row: GridRow, day: string): GridCell => cellOf(row, day, entries, kept);

  /** The confirmer, if the role covers category, day and site. */
  const confirmerOf = (form: EntryForm, wanted: string): string => {
    const site = choices.sites.find(({ id }) => id === form.site_id)?.name ?? '';
    const may = confirmersFor(choices.confirmers, form.category, form.done_on, site).some(({ id }) => id === wanted);
    return may || !isKnown ? wanted : '';
  };
  /** A new entry like the last one of its category, without what has ended since. */
  const formFor = ({ category, case_id: of }: GridRow, day: string): EntryForm => {
    const form = nextForm(day, category, remembered[category], of);
    const site = choices.sites.find(({ id }) => id === form.site_id);
    const isThere = site !== undefined && site.started_on <= day && (site.ended_on === null || site.ended_on >= day);
    const there = { ...form, site_id: isThere || !isKnown ? form.site_id : '' };
    return { ...there, confirmer_id: confirmerOf(there, confirmers[category] ?? there.confirmer_id) };
  };

  /** @returns whether the browser stored it */
  const write = (row: GridRow, day: string, text: string): boolean => {
    const { typed } = cell(row, day);
    const [first, ...others] = typed;
    for (const { id } of text.trim() === '' ? typed : others) deleteLocalEntry(userId, id);
    if (text.trim() === '') return true;
    const form = { ...(first?.form ?? formFor(row, day)), minutes: text };
    return saveLocalEntry(userId, {
      id: first?.id ?? crypto.randomUUID(),
      revision: null,
      form,
      wanted: false,
      problem: null,
    });
  };

  /** One session more: `50`, then `2 × 50`. */
  const addSession = (row: GridRow, day: string): boolean => {
    const { text } = cell(row, day);
    const last = text === '' ? formFor(row, day).minutes : text;
    const all = readDurations(last);
    if (text === '' || all === null) return write(row, day, last);
    const [usual] = all.slice(-1);
    return write(row, day, all.every((one) => one === usual) ? `${all.length + 1} × ${usual}` : `${text} + ${usual}`);
  };

  /** Gives a cell to the outbox. @returns whether it can be read */
  const save = (row: GridRow, day: string): boolean => {
    const { typed, text, isPlain } = cell(row, day);
    const [first] = typed;
    if (first === undefined) return true;
    if (typed.some(({ form }) => durationProblem(form.minutes) !== null) || durationProblem(text) !== null)
      return false;
    const forms = isPlain ? entriesOf({ ...first.form, minutes: text }) : typed.flatMap(({ form }) => entriesOf(form));
    for (const [place, form] of forms.entries()) {
      const id = typed[place]?.id ?? crypto.randomUUID();
      saveLocalEntry(userId, { id, revision: null, form, wanted: true, problem: null });
    }
    for (const { id } of typed.slice(forms.length)) deleteLocalEntry(userId, id);
    return true;
  };

  /** Another confirmer, also for what is typed already. */
  const setConfirmer = (category: HourCategory, who: string): void => {
    for (const entry of kept.filter((each) => isTyped(each) && each.form.category === category)) {
      const form = { ...entry.form, confirmer_id: confirmerOf(entry.form, who) };
      saveLocalEntry(userId, { ...entry, form, problem: null, wanted: false });
    }
  };
  return { cell, write, addSession, save, setConfirmer };
}
