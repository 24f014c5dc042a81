import { z } from 'zod';
import type { Environment } from './environment.ts';
import type { SmsProvider } from './sms.ts';

const HOST = 'https://gateway.seven.io';
/** Shorter than the time after which the database gives the SMS to another caller; in milliseconds. */
const LONGEST = 15_000;

/** Codes of its answers that mean something to us; all others are for the operator, and tried again. */
const ACCEPTED = '100';
/** The same SMS within 180 seconds: an attempt before has sent it, and its answer was lost. */
const RELOAD_LOCK = '402';
/** A country or a recipient that it does not send to. */
const REFUSED = ['201', '202'];

const answerSchema = z.object({
  success: z.coerce.string(),
  messages: z
    .array(
      z.object({
        id: z.coerce.string().nullish(),
        parts: z.coerce.number().int().min(1).max(10).nullish().catch(null),
      }),
    )
    .default([]),
});

/**
 * sevenIo.io, Kiel: `POST /api/sms`, JSON both ways (https://docs.sevenIo.io/en/rest-api/endpoints/sms). Texts and
 * numbers are members of the body: user input never gets into a header or an address.
 */
export function sevenIo({ smsApiBase, smsSender }: Environment, key: string): SmsProvider {
  return {
    async send({ to, text, reference }) {
      const answer = await fetch(`${smsApiBase ?? HOST}/api/sms`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ to, text, from: smsSender, foreign_id: reference }),
        signal: AbortSignal.timeout(LONGEST),
      });
      if (!answer.ok) throw new Error(`The SMS service answered ${answer.status}.`);
      const { success, messages } = answerSchema.parse(await answer.json());
      if (REFUSED.includes(success)) return { outcome: 'refused' };
      if (success !== ACCEPTED && success !== RELOAD_LOCK) throw new Error(`The SMS service refused with ${success}.`);
      return { outcome: 'sent', parts: messages[0]?.parts ?? null, providerId: messages[0]?.id ?? null };
    },
  };
}
