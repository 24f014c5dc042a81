import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  REQUIREMENT_STATES,
  requirementHeadSchema,
  requirementSetSchema,
  type RequirementState,
} from '../rows/requirements';

/** Requirement sets per page. */
export const REQUIREMENTS_PER_PAGE = 50;

/** What prevents publishing a requirement set. */
export const REQUIREMENT_GAPS = ['categories', 'figures', 'credits', 'valid_from'] as const;
export type RequirementGap = (typeof REQUIREMENT_GAPS)[number];

const listedRequirementsSchema = requirementHeadSchema.omit({ family_id: true }).extend({
  updated_at: z.string(),
  /** Number of accounts that have it now. */
  chosen: z.number(),
});
export type ListedRequirements = z.infer<typeof listedRequirementsSchema>;

const requirementsPageSchema = z.object({
  sets: z.array(listedRequirementsSchema),
  total: z.number(),
  states: z.record(z.enum(REQUIREMENT_STATES), z.number()),
});
export type RequirementsPage = z.infer<typeof requirementsPageSchema>;

/** Filters of the list. */
export interface RequirementsSelection {
  readonly state: RequirementState | null;
  /** From 1 on. */
  readonly page: number;
}

/** A page of all requirement sets, including drafts and retired ones; for staff with the role `catalogue`. */
export async function fetchStaffRequirements(
  client: DataClient,
  { state, page }: RequirementsSelection,
): Promise<RequirementsPage> {
  return readRows(
    await client.rpc('nemus_staff_requirement_sets', { p_page: page, ...(state !== null && { p_state: state }) }),
    requirementsPageSchema,
  );
}

export const staffRequirementsQuery = (client: DataClient, selection: RequirementsSelection) =>
  queryOptions({
    queryKey: ['requirements', 'list', selection],
    queryFn: () => fetchStaffRequirements(client, selection),
    placeholderData: (earlier: RequirementsPage | undefined) => earlier,
  });

const staffRequirementSetSchema = z.object({
  set: requirementSetSchema,
  gaps: z.array(z.enum(REQUIREMENT_GAPS)),
  /** Number of accounts that have it now. */
  chosen: z.number(),
});
export type StaffRequirementSet = z.infer<typeof staffRequirementSetSchema>;

/** One requirement set for its form. Fails with `set_not_found`, `staff_required`. */
export async function fetchStaffRequirementSet(client: DataClient, id: string): Promise<StaffRequirementSet> {
  return readRows(await client.rpc('nemus_staff_requirement_set', { p_id: id }), staffRequirementSetSchema);
}

export const staffRequirementSetQuery = (client: DataClient, id: string) =>
  queryOptions({ queryKey: ['requirements', 'one', id], queryFn: () => fetchStaffRequirementSet(client, id) });
