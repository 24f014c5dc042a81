import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { dateConflictSchema, type DatePlan } from '../rows/teaching-date';

const previewSchema = z.array(
  z.object({
    starts_at: z.string(),
    ends_at: z.string(),
    change_until: z.string().nullable(),
    conflicts: z.array(dateConflictSchema),
  }),
);
/** The days that a plan makes, with what each would collide with. */
export type DatePreview = z.infer<typeof previewSchema>;

/** What of a plan decides on days and conflicts. */
export type PreviewedPlan = Pick<
  DatePlan,
  'day' | 'starts' | 'ends' | 'ends_day' | 'change_until' | 'series' | 'format' | 'location' | 'teacher_ids'
>;

/**
 * Asks which dates a plan would make, before it is saved.
 * @param except a date that is changed or moved
 */
export async function fetchDatePreview(
  client: DataClient,
  plan: PreviewedPlan,
  except: string | null,
): Promise<DatePreview> {
  const p_plan = { ...plan, teacher_ids: [...plan.teacher_ids], series: plan.series && { ...plan.series } };
  return readRows(
    await client.rpc('nemus_preview_dates', { p_plan, ...(except !== null && { p_except: except }) }),
    previewSchema,
  );
}

export const datePreviewQuery = (client: DataClient, plan: PreviewedPlan, except: string | null) =>
  queryOptions({
    queryKey: ['teaching', 'preview', plan, except],
    queryFn: () => fetchDatePreview(client, plan, except),
    // A refused plan is refused again.
    retry: false,
  });
