import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Asks the support, for the institution. Fails with `subscription_required` or `support_requests_open`.
 *
 * @param request.id names the request: sent again with the same id, it is asked once
 */
export async function askSupport(
  client: DataClient,
  { id, subject, message }: { readonly id: string; readonly subject: string; readonly message: string },
): Promise<void> {
  await readRows(
    await client.rpc('nemus_ask_support', { p_id: id, p_subject: subject, p_message: message }),
    z.unknown(),
  );
}

/** Answers a request, as staff. Fails with `support_answered` if it has an answer. */
export async function answerSupport(client: DataClient, id: string, answer: string): Promise<void> {
  await readRows(await client.rpc('nemus_answer_support', { p_request: id, p_answer: answer }), z.unknown());
}
