import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const contentSchema = z.object({ content: z.string() });

/** The text of a module, in Markdown; null when the account has no access (not bought, or the block is closed). */
export async function fetchModuleContent(client: DataClient, moduleId: string): Promise<string | null> {
  const row = await readRows(
    await client.from('nemus_learning_contents').select('content').eq('module_id', moduleId).maybeSingle(),
    contentSchema.nullable(),
  );
  return row && row.content;
}

export const moduleContentQuery = (client: DataClient, moduleId: string) =>
  queryOptions({
    queryKey: ['learning', 'content', moduleId],
    queryFn: () => fetchModuleContent(client, moduleId),
  });
