import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  ENTRY_ATTRIBUTES,
  logbookCasesQuery,
  logbookSitesQuery,
  possibleConfirmersQuery,
  type LogbookWeek,
} from '@nemus/data';
import type { EntryForm } from '../../entries/entry-form';
import { weekRead } from '../../week/week-read';
import { confirmersFor, type EntryChoices } from './EntryFields';

/** The choices of an account, and whether they are read. */
export interface OwnChoices extends EntryChoices {
  /** All of them are read: what they lack does not exist. */
  readonly isKnown: boolean;
}

/** The account's sites, cases and confirmers; empty while they are read, or cannot be. */
export function useEntryChoices(): OwnChoices {
  const client = useDataClient();
  const { userId } = useSession();
  const sites = useQuery(weekRead(logbookSitesQuery(client, userId))).data;
  const cases = useQuery(weekRead(logbookCasesQuery(client, userId))).data;
  const confirmers = useQuery(weekRead(possibleConfirmersQuery(client, userId))).data;
  return {
    sites: sites ?? [],
    cases: cases ?? [],
    confirmers: confirmers ?? [],
    isKnown: sites !== undefined && cases !== undefined && confirmers !== undefined,
  };
}

/** The confirmer, if one of the roles covers category, day and site of a form; otherwise empty. */
export function confirmerOf(form: EntryForm, wanted: string, { sites, confirmers, isKnown }: OwnChoices): string {
  const site = sites.find(({ id }) => id === form.site_id)?.name ?? '';
  const may = confirmersFor(confirmers, form.category, form.done_on, site).some(({ id }) => id === wanted);
  return may || !isKnown ? wanted : '';
}

/** A form for another day, without what has ended by then: site, confirmer, and what the chosen set tells apart. */
export function fitForm(form: EntryForm, choices: OwnChoices, attributes: LogbookWeek['attributes']): EntryForm {
  const site = choices.sites.find(({ id }) => id === form.site_id);
  const isThere =
    site !== undefined && site.started_on <= form.done_on && (site.ended_on === null || site.ended_on >= form.done_on);
  const kept = attributes[form.category] ?? [];
  const given = Object.fromEntries(ENTRY_ATTRIBUTES.filter((name) => !kept.includes(name)).map((name) => [name, '']));
  const there = { ...form, ...given, site_id: isThere || !choices.isKnown ? form.site_id : '' };
  return { ...there, confirmer_id: confirmerOf(there, form.confirmer_id, choices) };
}
