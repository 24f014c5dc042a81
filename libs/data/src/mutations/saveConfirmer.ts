import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { ConfirmerRole } from '../rows/confirmer-roles';
import { sendSignOffLetters } from './decideEntries';

/** A confirmer, as named by an institution; a null `id` adds one. */
export interface ConfirmerToSave {
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
}

/** Adds or changes a confirmer. Invalid fields reject with a {@link DataError} that names the field. @returns the id */
export async function saveConfirmer(client: DataClient, { id, name, email }: ConfirmerToSave): Promise<string> {
  const answer = await client.rpc('nemus_save_confirmer', {
    p_name: name,
    p_email: email,
    ...(id !== null && { p_confirmer: id }),
  });
  const saved = await readRows(answer, z.string());
  // A new address has its links written now.
  if (id !== null) await sendSignOffLetters(client);
  return saved;
}

/** Removes a confirmer. @returns how many entries still wait for the person */
export async function endConfirmer(client: DataClient, id: string): Promise<number> {
  return readRows(await client.rpc('nemus_end_confirmer', { p_confirmer: id }), z.number());
}

const handedOverSchema = z.object({ handed_over: z.number(), left: z.number() });
/** How many entries were handed over, and how many stayed. */
export interface HandedOver {
  readonly handedOver: number;
  readonly left: number;
}

/** Maximum number of entries per call. */
const AT_ONCE = 200;

/**
 * Hands over the entries that wait for a confirmer, also a removed one, to another person, as far as that one may
 * confirm them.
 */
export async function handOverEntries(client: DataClient, from: string, to: string): Promise<HandedOver> {
  let handedOver = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each call takes the oldest that are left
    const answer = await client.rpc('nemus_hand_over_entries', { p_from: from, p_to: to });
    const { handed_over: now, left } = await readRows(answer, handedOverSchema);
    handedOver += now;
    if (now < AT_ONCE) {
      // oxlint-disable-next-line no-await-in-loop -- the loop ends here
      if (handedOver > 0) await sendSignOffLetters(client);
      return { handedOver, left };
    }
  }
}

/** A role of a confirmer. Days are `yyyy-MM-dd`. */
export interface ConfirmerRoleToSave {
  /** Null adds one. */
  readonly id: string | null;
  readonly confirmerId: string;
  readonly role: ConfirmerRole;
  readonly site: string;
  /** Null for all trainees. */
  readonly traineeId: string | null;
  readonly validFrom: string;
  readonly validUntil: string | null;
}

/**
 * Grants a role, or changes one. Invalid fields reject with a {@link DataError} that names the field. @returns the id
 */
export async function saveConfirmerRole(client: DataClient, role: ConfirmerRoleToSave): Promise<string> {
  const answer = await client.rpc('nemus_save_confirmer_role', {
    p_confirmer: role.confirmerId,
    p_role: role.role,
    p_valid_from: role.validFrom,
    ...(role.validUntil !== null && { p_valid_until: role.validUntil }),
    p_site: role.site,
    ...(role.traineeId !== null && { p_trainee: role.traineeId }),
    ...(role.id !== null && { p_role_id: role.id }),
  });
  return readRows(answer, z.string());
}

/** A person to name, with the role it gets; everything else as in {@link ConfirmerRoleToSave}. */
export type ConfirmerToName = Pick<ConfirmerToSave, 'name' | 'email'> & Omit<ConfirmerRoleToSave, 'id' | 'confirmerId'>;

/**
 * Names a person and gives the role, both or neither; a person on the list gets the role. Invalid fields reject with a
 * {@link DataError} that names the field. @returns the id
 */
export async function nameConfirmer(client: DataClient, person: ConfirmerToName): Promise<string> {
  const answer = await client.rpc('nemus_name_confirmer', {
    p_name: person.name,
    p_email: person.email,
    p_role: person.role,
    p_valid_from: person.validFrom,
    ...(person.validUntil !== null && { p_valid_until: person.validUntil }),
    p_site: person.site,
    ...(person.traineeId !== null && { p_trainee: person.traineeId }),
  });
  return readRows(answer, z.string());
}

/** Ends a role: today is its last day. */
export async function endConfirmerRole(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_end_confirmer_role', { p_role_id: id }), z.unknown());
}

/** A deputy of a confirmer, both days inclusive. */
export interface DeputyToSave {
  readonly confirmerId: string;
  readonly deputyId: string;
  readonly validFrom: string;
  readonly validUntil: string;
}

/** Names a deputy. Invalid fields reject with a {@link DataError} that names the field. @returns the id */
export async function saveDeputy(client: DataClient, deputy: DeputyToSave): Promise<string> {
  const answer = await client.rpc('nemus_save_deputy', {
    p_confirmer: deputy.confirmerId,
    p_deputy: deputy.deputyId,
    p_valid_from: deputy.validFrom,
    p_valid_until: deputy.validUntil,
  });
  return readRows(answer, z.string());
}

/** Ends a deputy's term at once. */
export async function endDeputy(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_end_deputy', { p_id: id }), z.unknown());
}
