import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { competencySchema } from '../rows/course';
import { logbookStateSchema } from '../rows/logbook';
import { competencyLevelSchema, entryAttributesSchema, hourCategorySchema } from '../rows/requirements';

/** Rows per request; the API returns at most a thousand. */
const PAGE_SIZE = 1000;

const rowsSchema = z.array(
  entryAttributesSchema.extend({
    id: z.string(),
    /** `yyyy-MM-dd` */
    done_on: z.string(),
    category: hourCategorySchema,
    minutes: z.number(),
    competency: competencySchema.nullable(),
    level: competencyLevelSchema.nullable(),
    note: z.string(),
    state: logbookStateSchema,
    /** ISO 8601 */
    submitted_at: z.string().nullable(),
    confirmed_by: z.string().nullable(),
    confirmed_at: z.string().nullable(),
    returned_by: z.string().nullable(),
    return_reason: z.string().nullable(),
    corrects: z.string().nullable(),
    is_sample: z.boolean(),
    is_imported: z.boolean().default(false),
    issuer: z.string().nullable().default(null),
    started_on: z.string().nullable().default(null),
    site: z.object({ name: z.string() }).nullable(),
    case: z.object({ code: z.string() }).nullable(),
  }),
);
export type WholeLogbookRow = z.infer<typeof rowsSchema>[number];

/** Every logbook entry of the account in any state, oldest first; page by page. */
export async function fetchWholeLogbook(client: DataClient, userId: string): Promise<readonly WholeLogbookRow[]> {
  const rows: WholeLogbookRow[] = [];
  for (;;) {
    const page = await readRows(
      await client
        .from('nemus_logbook_entries')
        .select(
          'id,done_on,category,minutes,competency,level,note,state,submitted_at,confirmed_by,confirmed_at,returned_by,return_reason,corrects,is_sample,is_imported,issuer,started_on,setting,form,age_group,procedure,service,site:nemus_logbook_sites!own_site(name),case:nemus_logbook_cases!own_case(code)',
        )
        .eq('user_id', userId)
        .order('done_on')
        .order('id')
        .range(rows.length, rows.length + PAGE_SIZE - 1),
      rowsSchema,
    );
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows;
  }
}

export const wholeLogbookQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['logbook', userId, 'whole'], queryFn: () => fetchWholeLogbook(client, userId) });
