import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { AgeBand, Interruption, LogbookSite } from '../rows/logbook';

/** Saves a section of employment; a null id adds one. @returns the id */
export async function saveLogbookSite(
  client: DataClient,
  site: Omit<LogbookSite, 'id'> & { readonly id: string | null },
): Promise<string> {
  return readRows(await client.rpc('nemus_save_site', { p_site: { ...site } }), z.string());
}

/** Deletes a site that no entry refers to. */
export async function deleteLogbookSite(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_delete_site', { p_site: id }), z.unknown());
}

/** Saves an interruption; a null id adds one. @returns the id */
export async function saveInterruption(
  client: DataClient,
  interruption: Omit<Interruption, 'id'> & { readonly id: string | null },
): Promise<string> {
  return readRows(await client.rpc('nemus_save_interruption', { p_interruption: { ...interruption } }), z.string());
}

/** Deletes an interruption: the time counts as training again. */
export async function deleteInterruption(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_delete_interruption', { p_interruption: id }), z.unknown());
}

const madeSchema = z.object({ id: z.string(), code: z.string() });

/** Creates a case; the database chooses its code. */
export async function createLogbookCase(
  client: DataClient,
  made: { readonly age_band: AgeBand | null; readonly started_on: string | null },
): Promise<z.infer<typeof madeSchema>> {
  return readRows(await client.rpc('nemus_create_case', { p_case: { ...made } }), madeSchema);
}

/** Sets the trainee's own label of a case; empty removes it. */
export async function labelLogbookCase(client: DataClient, id: string, label: string): Promise<void> {
  await readRows(await client.rpc('nemus_label_case', { p_case: id, p_label: label }), z.unknown());
}

/** Closes a case on a day (`yyyy-MM-dd`), or reopens it without one. */
export async function closeLogbookCase(client: DataClient, id: string, closedOn: string | null): Promise<void> {
  await readRows(
    await client.rpc('nemus_close_case', { p_case: id, ...(closedOn !== null && { p_closed_on: closedOn }) }),
    z.unknown(),
  );
}

/** Deletes a case that no entry refers to. */
export async function deleteLogbookCase(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_delete_case', { p_case: id }), z.unknown());
}
