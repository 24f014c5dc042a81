import { germanOrder } from '@nemus/contract';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  HOUR_CATEGORIES,
  requirementHeadSchema,
  requirementSetSchema,
  type RequirementHead,
} from '../rows/requirements';
import { TRAINING_AREAS } from './fetchTrainingProgress';
import { readPages } from './pages';

/** The sets that can be chosen, by chamber, name and newest version; including those not valid yet. */
export async function fetchRequirementHeads(client: DataClient): Promise<RequirementHead[]> {
  const heads = await readPages(
    (from, to) =>
      client
        .from('nemus_requirement_sets')
        .select('id, family_id, name, chamber, field, procedure, version, valid_from, state, source', {
          count: 'exact',
        })
        .eq('state', 'published')
        .order('valid_from', { ascending: false })
        .order('id')
        .range(from, to),
    z.array(requirementHeadSchema),
  );
  return heads.toSorted((a, b) => germanOrder(a.chamber, b.chamber) || germanOrder(a.name, b.name));
}

export const requirementHeadsQuery = (client: DataClient) =>
  queryOptions({
    queryKey: ['logbook', 'requirements', 'heads'],
    queryFn: () => fetchRequirementHeads(client),
    staleTime: 60_000,
  });

const requirementPlanSchema = z.object({
  /** The account's set; null while none is chosen. */
  present: requirementSetSchema.nullable(),
  /** The requested set; null without one, and for the current one. */
  next: requirementSetSchema.nullable(),
  /** Current and new targets of the dashboards. */
  targets: z.array(z.object({ area: z.enum(TRAINING_AREAS), units: z.number(), next_units: z.number() })),
  /** All logbook entries of the account, whatever their state. */
  entries: z.array(z.object({ category: z.enum(HOUR_CATEGORIES), entries: z.number(), minutes: z.number() })),
});
/** An account's requirements, and what switching to another set would change. */
export type RequirementPlan = z.infer<typeof requirementPlanSchema>;

/** Fails with `set_not_found`, `set_retired`, `set_not_valid_yet`, `piw_required`, when switching is refused. */
export async function fetchRequirementPlan(client: DataClient, next: string | null): Promise<RequirementPlan> {
  return readRows(
    await client.rpc('nemus_preview_requirements', { ...(next !== null && { p_set: next }) }),
    requirementPlanSchema,
  );
}

/** @param userId whose plan the cache holds; the database uses the session */
export const requirementPlanQuery = (client: DataClient, userId: string, next: string | null = null) =>
  queryOptions({
    queryKey: ['logbook', 'requirements', 'plan', userId, next],
    queryFn: () => fetchRequirementPlan(client, next),
  });

const requirementChoiceSchema = z.object({
  id: z.string(),
  /** ISO 8601 */
  created_at: z.string(),
  /** Null: the current one. */
  ended_at: z.string().nullable(),
  set: z.object({ name: z.string(), version: z.string(), chamber: z.string() }),
});
/** A set that the account has, or had. */
export type RequirementChoice = z.infer<typeof requirementChoiceSchema>;

/** The account's sets, the current one first. */
export async function fetchRequirementChoices(client: DataClient, userId: string): Promise<RequirementChoice[]> {
  return readRows(
    await client
      .from('nemus_requirement_choices')
      .select('id, created_at, ended_at, set:nemus_requirement_sets!inner(name, version, chamber)')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(100),
    z.array(requirementChoiceSchema),
  );
}

export const requirementChoicesQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['logbook', 'requirements', 'choices', userId],
    queryFn: () => fetchRequirementChoices(client, userId),
  });
