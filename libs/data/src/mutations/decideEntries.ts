import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { ConfirmingMails, EntryToConfirm } from '../rows/sign-off';
import { invokeFunction } from './invokeFunction';

/** The decision on entries; the trainee reads the reason. */
export type EntryDecision = { readonly kind: 'confirm' } | { readonly kind: 'return'; readonly reason: string };

/** An entry as it was shown: one that was submitted again since is not decided. */
export type ShownEntry = Pick<EntryToConfirm, 'id' | 'submitted_at'>;

const argumentsOf = (entries: readonly ShownEntry[], decision: EntryDecision) => ({
  p_ids: entries.map(({ id }) => id),
  p_seen: entries.map(({ submitted_at: at }) => at ?? 'epoch'),
  p_decision: decision.kind,
  ...(decision.kind === 'return' && { p_reason: decision.reason }),
});

/** Confirms or returns entries, at most 200, all or none. @returns how many */
export async function decideEntries(
  client: DataClient,
  entries: readonly ShownEntry[],
  decision: EntryDecision,
): Promise<number> {
  return readRows(await client.rpc('nemus_decide_entries', argumentsOf(entries, decision)), z.number());
}

/** Undoes own confirmations of the last ten minutes, at most 200, all or none: the entries wait again. @returns how many */
export async function undoConfirmations(client: DataClient, ids: readonly string[]): Promise<number> {
  return readRows(await client.rpc('nemus_undo_confirmations', { p_ids: [...ids] }), z.number());
}

const linkAnswerSchema = z.object({ decided: z.number(), open: z.number() });
/** Result of a decision by link, and the number of entries left open. */
export type LinkDecision = z.infer<typeof linkAnswerSchema>;

/** Confirms or returns entries by the link of a person without an account; the link is then used up. */
export async function decideByLink(
  client: DataClient,
  token: string,
  entries: readonly ShownEntry[],
  decision: EntryDecision,
): Promise<LinkDecision> {
  const answer = await readRows(
    await client.rpc('nemus_decide_by_link', { p_token: token, ...argumentsOf(entries, decision) }),
    linkAnswerSchema,
  );
  // The link to what is left leaves now, not with the next job.
  if (answer.open > 0) void sendSignOffLetters(client);
  return answer;
}

/** Agrees to confirm for an institution that has named the account's address, or declines and leaves its list. */
export async function answerConfirming(
  client: DataClient,
  confirmerId: string,
  answer: 'accept' | 'decline',
): Promise<void> {
  const call = answer === 'accept' ? 'nemus_accept_confirming' : 'nemus_decline_confirming';
  await readRows(await client.rpc(call, { p_confirmer: confirmerId }), z.unknown());
}

/**
 * Has the pending mails to confirmers sent, such as after a submission. A job sends what fails here, so a failure is
 * ignored.
 */
export async function sendSignOffLetters(client: DataClient): Promise<void> {
  await invokeFunction(client, 'send-sign-off-letters', {}, z.object({ sent: z.number() })).catch(() => undefined);
}

/** Sends a confirmer another link or a reminder about what waits. @returns how many mails, 0 if none is wanted */
export async function sendSignOff(client: DataClient, confirmerId: string): Promise<number> {
  const queued = await readRows(await client.rpc('nemus_send_sign_off', { p_confirmer: confirmerId }), z.number());
  await sendSignOffLetters(client);
  return queued;
}

/** Chooses how often the account gets mails about entries that wait; mails about security are always sent. */
export async function chooseConfirmingMails(client: DataClient, pace: ConfirmingMails): Promise<void> {
  await readRows(await client.rpc('nemus_choose_confirming_mails', { p_pace: pace }), z.unknown());
}
