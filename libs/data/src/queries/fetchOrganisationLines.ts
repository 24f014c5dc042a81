import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const valuesSchema = z.record(z.string(), z.unknown()).nullable();
/** A line of an institution's log: who did what to what, with the old and new values. */
const lineSchema = z.object({
  id: z.number(),
  /** ISO 8601. */
  at: z.string(),
  /** Null unless a member did it. */
  actor_id: z.string().nullable(),
  /** The member's name at the time; empty for trainees and staff. */
  actor_name: z.string(),
  actor_kind: z.enum(['member', 'trainee', 'staff']),
  action: z.enum(['insert', 'update', 'delete']),
  subject: z.string(),
  subject_id: z.string(),
  /** Whom or what it is about; empty when unknown. */
  about: z.string().default(''),
  before: valuesSchema,
  after: valuesSchema,
});
export type OrganisationLine = z.infer<typeof lineSchema>;
const linesSchema = z.object({
  lines: z.array(lineSchema),
  /** Cursor of the next page; null at the end. */
  next: z.number().nullable(),
});
export type OrganisationLines = z.infer<typeof linesSchema>;

/** Filters of the log; null for all. */
export interface OrganisationLogSelection {
  /** A member's account. */
  readonly actor: string | null;
  readonly subject: string | null;
  /** Words of names; null or empty for all. */
  readonly search: string | null;
  /** ISO 8601; `to` is exclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** Lines before this one. */
  readonly before: number | null;
}

/** Lines of the institution's log for administrators, newest first. */
export async function fetchOrganisationLines(
  client: DataClient,
  { actor, subject, search, from, to, before }: OrganisationLogSelection,
  limit = 50,
): Promise<OrganisationLines> {
  const p_filters = {
    ...(actor !== null && { actor }),
    ...(subject !== null && { subject }),
    ...(search && { search }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(before !== null && { before }),
    limit,
  };
  return readRows(await client.rpc('nemus_organisation_lines', { p_filters }), linesSchema);
}

/** All lines of a selection, for a file. Newer lines would appear above them. */
export async function fetchAllOrganisationLines(
  client: DataClient,
  selection: OrganisationLogSelection,
): Promise<OrganisationLine[]> {
  const lines: OrganisationLine[] = [];
  let { before } = selection;
  do {
    // Sequential: each page begins where the last one ended.
    // oxlint-disable-next-line no-await-in-loop
    const page = await fetchOrganisationLines(client, { ...selection, before }, 500);
    lines.push(...page.lines);
    before = page.next;
  } while (before !== null);
  return lines;
}

/** @param userId whose institution the cache holds; the database uses the session */
export const organisationLinesQuery = (client: DataClient, userId: string, selection: OrganisationLogSelection) =>
  queryOptions({
    queryKey: ['organisation-lines', userId, selection],
    queryFn: () => fetchOrganisationLines(client, selection),
    placeholderData: keepPreviousData,
  });
