import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const contentSchema = z.object({ content: z.string() });

const readContent = async (client: DataClient, moduleId: string) =>
  readRows(
    await client.from('nemus_learning_contents').select('content').eq('module_id', moduleId).maybeSingle(),
    contentSchema.nullable(),
  );

/**
 * The text of a module, in Markdown; null when the account has no access (not bought, or the block is closed). A paid
 * course begins with the first text that is opened.
 */
export async function fetchModuleContent(client: DataClient, moduleId: string): Promise<string | null> {
  let row = await readContent(client, moduleId);
  if (row === null && (await readRows(await client.rpc('nemus_open_module', { p_module: moduleId }), z.boolean()))) {
    row = await readContent(client, moduleId);
  }
  return row && row.content;
}

export const moduleContentQuery = (client: DataClient, moduleId: string) =>
  queryOptions({
    queryKey: ['learning', 'content', moduleId],
    queryFn: () => fetchModuleContent(client, moduleId),
  });
