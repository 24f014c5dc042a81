import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { dateConflictSchema, holidaySchema, type DatePlan, type DateTimes } from '../rows/teaching-date';

const previewSchema = z.array(
  z.object({
    starts_at: z.string(),
    ends_at: z.string(),
    change_until: z.string().nullable(),
    conflicts: z.array(dateConflictSchema),
    holidays: z.array(holidaySchema).default([]),
  }),
);
/** The days of a plan, with their collisions. */
export type DatePreview = z.infer<typeof previewSchema>;

/** The part of a plan that determines days and conflicts. */
export type PreviewedPlan = Pick<
  DatePlan,
  | 'day'
  | 'starts'
  | 'ends'
  | 'ends_day'
  | 'change_until'
  | 'series'
  | 'format'
  | 'location'
  | 'teacher_ids'
  | 'parts'
  | 'room_id'
>;

/**
 * Previews the dates of a plan before it is saved.
 * @param except a date that is being changed or moved
 */
export async function fetchDatePreview(
  client: DataClient,
  plan: PreviewedPlan,
  except: string | null,
): Promise<DatePreview> {
  const { parts, teacher_ids: teachers, series, ...rest } = plan;
  const p_plan = {
    ...rest,
    teacher_ids: [...teachers],
    series: series && { ...series },
    ...(parts && { parts: parts.map((part) => ({ ...part })) }),
  };
  return readRows(
    await client.rpc('nemus_preview_dates', { p_plan, ...(except !== null && { p_except: except }) }),
    previewSchema,
  );
}

export const datePreviewQuery = (client: DataClient, plan: PreviewedPlan, except: string | null) =>
  queryOptions({
    queryKey: ['teaching', 'preview', plan, except],
    queryFn: () => fetchDatePreview(client, plan, except),
    // Retrying a refused plan is pointless.
    retry: false,
  });

const movePreviewSchema = z.array(
  z.object({
    date_id: z.string(),
    earlier_start: z.string(),
    starts_at: z.string(),
    ends_at: z.string(),
    change_until: z.string().nullable(),
    conflicts: z.array(dateConflictSchema),
    holidays: z.array(holidaySchema).default([]),
  }),
);
/** The new times of moved dates, with their collisions. */
export type MovePreview = z.infer<typeof movePreviewSchema>;

/** Previews the move of a date, or of it and the later ones of its series; unchanged dates are left out. */
export async function fetchMovePreview(
  client: DataClient,
  { id, following, times }: { readonly id: string; readonly following: boolean; readonly times: DateTimes },
): Promise<MovePreview> {
  return readRows(
    await client.rpc('nemus_preview_move', { p_date: id, p_times: { ...times }, p_following: following }),
    movePreviewSchema,
  );
}

export const movePreviewQuery = (client: DataClient, move: Parameters<typeof fetchMovePreview>[1]) =>
  queryOptions({
    queryKey: ['teaching', 'move-preview', move],
    queryFn: () => fetchMovePreview(client, move),
    // Retrying a refused move is pointless.
    retry: false,
  });
