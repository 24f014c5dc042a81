import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { sentMessageSchema, type SentMessage } from './messageTrainees';
import { sendDateLetters } from './sendDateLetters';

/**
 * Sends people of a date a message, three a day for each. Those who left meanwhile get nothing.
 * @param id names the message: sent again with the same id, it reaches no one twice
 */
export async function messageParticipants(
  client: DataClient,
  dateId: string,
  people: readonly string[],
  text: string,
  id: string,
): Promise<SentMessage> {
  return readRows(
    await client.rpc('nemus_message_participants', {
      p_date: dateId,
      p_people: [...people],
      p_text: text,
      p_message: id,
    }),
    sentMessageSchema,
  );
}

const rebookedSchema = z.object({ moved: z.number(), waiting: z.number(), skipped: z.number() });
/** People at the new date: with a place, on its waiting list, and those who were left alone. */
export type Rebooked = z.infer<typeof rebookedSchema>;

/** Moves people from a coming or cancelled date to another of the seminar, and has them told. */
export async function rebookParticipants(
  client: DataClient,
  from: string,
  to: string,
  people: readonly string[],
): Promise<Rebooked> {
  const answer = await client.rpc('nemus_rebook_participants', { p_from: from, p_to: to, p_people: [...people] });
  const rebooked = await readRows(answer, rebookedSchema);
  // The change does not wait for the mails, and never fails because of them.
  void sendDateLetters(client, [from, to]);
  return rebooked;
}

/** A person who was entered at a date. */
export const enteredSchema = z.object({
  name: z.string(),
  /** Null: the person was sent a link. */
  status: z.enum(['confirmed', 'waitlist', 'cancelled', 'completed']).nullable(),
  waitlist_position: z.number().nullable(),
});
export type EnteredPerson = z.infer<typeof enteredSchema>;

/** How a person who calls comes to a date: has the seminar, gets it free of charge, or buys it by a link. */
export type EnterWay = 'place' | 'free' | 'link';

/** Enters a person at a coming date, found by the exact address. The reason is for `free` alone. */
export async function enterPerson(
  client: DataClient,
  dateId: string,
  { email, way, reason }: { email: string; way: EnterWay; reason: string },
): Promise<EnteredPerson> {
  const answer = await client.rpc('nemus_enter_person', {
    p_date: dateId,
    p_email: email,
    p_way: way,
    ...(way === 'free' && { p_reason: reason }),
  });
  const entered = await readRows(answer, enteredSchema);
  void sendDateLetters(client, [dateId]);
  return entered;
}

const preferredSchema = z.object({
  /** Null: the person left the list. */
  status: z.enum(['confirmed', 'waitlist']).nullable(),
  waitlist_position: z.number().nullable(),
  /** ISO 8601; a place is offered until then. */
  offered_until: z.string().nullable(),
});
export type PreferredWaiting = z.infer<typeof preferredSchema>;

/** Puts a waiting person first; a free place is given or offered at once. The reason stays in the audit log. */
export async function preferWaiting(
  client: DataClient,
  dateId: string,
  person: string,
  reason: string,
): Promise<PreferredWaiting> {
  const answer = await client.rpc('nemus_prefer_waiting', { p_date: dateId, p_user: person, p_reason: reason });
  const preferred = await readRows(answer, preferredSchema);
  void sendDateLetters(client, [dateId]);
  return preferred;
}

/** Takes a person off the waiting list; the mail gives the reason. */
export async function removeWaiting(client: DataClient, dateId: string, person: string, reason: string): Promise<void> {
  const answer = await client.rpc('nemus_remove_waiting', { p_date: dateId, p_user: person, p_reason: reason });
  await readRows(answer, z.unknown());
}
