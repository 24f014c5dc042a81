import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { invokeFunction } from './invokeFunction';

/** What is decided of entries; a reason is what the trainee reads. */
export type EntryDecision = { readonly kind: 'confirm' } | { readonly kind: 'return'; readonly reason: string };

const argumentsOf = (ids: readonly string[], decision: EntryDecision) => ({
  p_ids: [...ids],
  p_decision: decision.kind,
  ...(decision.kind === 'return' && { p_reason: decision.reason }),
});

/** Confirms or returns entries, at most 200: all, or none. @returns how many */
export async function decideEntries(
  client: DataClient,
  ids: readonly string[],
  decision: EntryDecision,
): Promise<number> {
  return readRows(await client.rpc('nemus_decide_entries', argumentsOf(ids, decision)), z.number());
}

const linkAnswerSchema = z.object({ decided: z.number(), open: z.number() });
/** What a decision by a link has done, and how much it has left open. */
export type LinkDecision = z.infer<typeof linkAnswerSchema>;

/** Confirms or returns entries by the link of somebody without an account, which is used up by it. */
export async function decideByLink(
  client: DataClient,
  token: string,
  ids: readonly string[],
  decision: EntryDecision,
): Promise<LinkDecision> {
  return readRows(
    await client.rpc('nemus_decide_by_link', { p_token: token, ...argumentsOf(ids, decision) }),
    linkAnswerSchema,
  );
}

/** Accepts to confirm for an institution that has named the account's address, or declines and is off its list. */
export async function answerConfirming(
  client: DataClient,
  confirmerId: string,
  answer: 'accept' | 'decline',
): Promise<void> {
  const call = answer === 'accept' ? 'nemus_accept_confirming' : 'nemus_decline_confirming';
  await readRows(await client.rpc(call, { p_confirmer: confirmerId }), z.unknown());
}

/**
 * Has the mails sent that wait for people who confirm, such as after a submission. What could not leave is sent by the
 * clock: a failure here is none.
 */
export async function sendSignOffLetters(client: DataClient): Promise<void> {
  await invokeFunction(client, 'send-sign-off-letters', {}, z.object({ sent: z.number() })).catch(() => undefined);
}
