import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { SMS_CONSENT } from '../texts';
import { invokeFunction } from './invokeFunction';

/**
 * Submits a mobile number, with the consent shown next to it, and has its code sent. Fails with `phone_invalid`,
 * `phone_country`, `phone_code_too_soon`, `phone_code_limit`, `sms_unavailable` or `address_unconfirmed`.
 *
 * @param number as it was typed
 * @returns whether the SMS has already left
 */
export async function askPhoneCode(client: DataClient, number: string): Promise<boolean> {
  const body = { number, consent: SMS_CONSENT.version };
  return (await invokeFunction(client, 'check-phone', body, z.object({ sent: z.boolean() }))).sent;
}

const enteredSchema = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['checked', 'expired', 'crowded']) }),
  z.object({ state: z.literal('wrong'), left: z.number() }),
]);
/** Result of a code: `crowded` when three other accounts have the number. */
export type EnteredPhoneCode = z.infer<typeof enteredSchema>;

/** Enters the code of the pending number. A wrong one is a result, since it is counted. */
export async function enterPhoneCode(client: DataClient, code: string): Promise<EnteredPhoneCode> {
  return readRows(await client.rpc('nemus_check_phone', { p_code: code }), enteredSchema);
}

/** Ends the consent: deletes the number, and no more SMS are sent. */
export async function endPhone(client: DataClient): Promise<void> {
  await readRows(await client.rpc('nemus_end_phone'), z.unknown());
}
