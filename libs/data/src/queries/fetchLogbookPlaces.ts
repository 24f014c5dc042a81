import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  caseHoursSchema,
  logbookCaseSchema,
  logbookSiteSchema,
  possibleConfirmerSchema,
  type CaseHours,
  type LogbookCase,
  type LogbookSite,
  type PossibleConfirmer,
} from '../rows/logbook';

/** Who may confirm entries of the account, by name and without addresses. */
export async function fetchPossibleConfirmers(client: DataClient): Promise<readonly PossibleConfirmer[]> {
  return readRows(await client.rpc('nemus_possible_confirmers', {}, { get: true }), z.array(possibleConfirmerSchema));
}

export const possibleConfirmersQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['logbook', userId, 'confirmers'], queryFn: () => fetchPossibleConfirmers(client) });

/** The account's sections of employment, the newest first. */
export async function fetchLogbookSites(client: DataClient, userId: string): Promise<readonly LogbookSite[]> {
  return readRows(
    await client
      .from('nemus_logbook_sites')
      .select('id, name, started_on, ended_on, share, setting')
      .eq('user_id', userId)
      .order('started_on', { ascending: false })
      .order('id'),
    z.array(logbookSiteSchema),
  );
}

export const logbookSitesQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['logbook', userId, 'sites'], queryFn: () => fetchLogbookSites(client, userId) });

/** The account's cases by their codes. */
export async function fetchLogbookCases(client: DataClient, userId: string): Promise<readonly LogbookCase[]> {
  return readRows(
    await client
      .from('nemus_logbook_cases')
      .select('id, code, age_band, started_on, closed_on, label')
      .eq('user_id', userId)
      .order('code'),
    z.array(logbookCaseSchema),
  );
}

export const logbookCasesQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['logbook', userId, 'cases'], queryFn: () => fetchLogbookCases(client, userId) });

/** What the account's entries add up to by case. */
export async function fetchCaseHours(client: DataClient): Promise<readonly CaseHours[]> {
  return readRows(await client.rpc('nemus_case_hours', {}, { get: true }), z.array(caseHoursSchema));
}

export const caseHoursQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['logbook', userId, 'case-hours'], queryFn: () => fetchCaseHours(client) });
