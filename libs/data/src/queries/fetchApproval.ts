import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const approvalSchema = z.object({ withdrawn_at: z.string().nullable() });

/**
 * Whether an operator has approved the institution: only then it may invite people and book for them.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export async function fetchApproval(client: DataClient): Promise<boolean> {
  const row = await readRows(
    await client.from('nemus_institution_approvals').select('withdrawn_at').maybeSingle(),
    approvalSchema.nullable(),
  );
  return row !== null && row.withdrawn_at === null;
}

export const approvalQuery = (client: DataClient, institutionId: string) =>
  queryOptions({ queryKey: ['approval', institutionId], queryFn: () => fetchApproval(client) });
