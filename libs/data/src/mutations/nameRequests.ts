import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Requests another name, for the account or for a trainee linked with the institution. Fails with `name_unchanged`,
 * `name_request_open`, `name_request_limit`, `trainee_not_found`.
 */
export async function requestName(
  client: DataClient,
  {
    first,
    last,
    reason,
    traineeId,
  }: { readonly first: string; readonly last: string; readonly reason: string; readonly traineeId?: string },
): Promise<void> {
  const trainee = traineeId === undefined ? {} : { p_trainee: traineeId };
  await readRows(
    await client.rpc('nemus_request_name', { p_first: first, p_last: last, p_reason: reason, ...trainee }),
    z.unknown(),
  );
}

/** Withdraws the own open request. */
export async function withdrawNameRequest(client: DataClient): Promise<void> {
  await readRows(await client.rpc('nemus_withdraw_name_request'), z.unknown());
}

/** Decides a request by staff; declining needs an answer. Fails with `name_request_decided`, `own_request`. */
export async function decideNameRequest(
  client: DataClient,
  { id, accept, answer }: { readonly id: string; readonly accept: boolean; readonly answer?: string },
): Promise<void> {
  await readRows(
    await client.rpc('nemus_decide_name_request', {
      p_request: id,
      p_accept: accept,
      ...(answer === undefined ? {} : { p_answer: answer }),
    }),
    z.unknown(),
  );
}
