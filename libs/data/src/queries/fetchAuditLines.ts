import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const valuesSchema = z.record(z.string(), z.unknown()).nullable();
const lineSchema = z.object({
  id: z.int(),
  /** ISO 8601. */
  at: z.string(),
  actor_id: z.string(),
  actor_name: z.string(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  /** Whom or what it is about; empty when unknown. */
  about: z.string().default(''),
  before: valuesSchema,
  after: valuesSchema,
});
/** A line of the audit log: who did what to what, with the old and new values. */
export type AuditLine = z.infer<typeof lineSchema>;
const pageSchema = z.object({ rows: z.array(lineSchema), has_more: z.boolean() });
export type AuditLines = z.infer<typeof pageSchema>;
const filtersSchema = z.object({
  actors: z.array(z.object({ actor_id: z.string(), actor_name: z.string() })),
  subjects: z.array(z.string()),
});

/** Filters of the log; null or empty for all. */
export interface AuditSelection {
  readonly actor: string | null;
  readonly subject: string | null;
  readonly subjectId: string | null;
  /** Words of names. */
  readonly search: string | null;
  /** ISO 8601; `until` is exclusive. */
  readonly from: string | null;
  readonly until: string | null;
  /** Lines before this one. */
  readonly below: number | null;
}

/** Lines of the audit log for staff with the role `people`, the newest first. */
export async function fetchAuditLines(client: DataClient, selection: AuditSelection, limit = 50): Promise<AuditLines> {
  const { actor, subject, subjectId, search, from, until, below } = selection;
  const answer = await client.rpc('nemus_audit_lines', {
    ...(actor && { p_actor: actor }),
    ...(subject && { p_subject: subject }),
    ...(subjectId && { p_subject_id: subjectId }),
    ...(search && { p_search: search }),
    ...(from && { p_from: from }),
    ...(until && { p_until: until }),
    ...(below !== null && { p_below: below }),
    p_limit: limit,
  });
  return readRows(answer, pageSchema);
}

/** All lines of a selection, for a file. Newer lines would appear above them. */
export async function fetchAllAuditLines(client: DataClient, selection: AuditSelection): Promise<AuditLine[]> {
  const lines: AuditLine[] = [];
  let below = selection.below;
  for (let more = true; more;) {
    // Sequential: each page begins where the last one ended.
    // oxlint-disable-next-line no-await-in-loop
    const page = await fetchAuditLines(client, { ...selection, below }, 500);
    lines.push(...page.rows);
    const last = page.rows.at(-1);
    below = last?.id ?? null;
    more = page.has_more && last !== undefined;
  }
  return lines;
}

export const auditLinesQuery = (client: DataClient, selection: AuditSelection) =>
  queryOptions({
    queryKey: ['audit-lines', selection],
    queryFn: () => fetchAuditLines(client, selection),
    placeholderData: keepPreviousData,
  });

/** The actors and subjects in the log, for its filters. */
export const auditFiltersQuery = (client: DataClient) =>
  queryOptions({
    queryKey: ['audit-filters'],
    queryFn: async () => readRows(await client.rpc('nemus_audit_filters'), filtersSchema),
  });
