import { z } from 'zod';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';
import { readNumber } from './phone-number.ts';
import { smsProvider } from './sms-provider.ts';
import type { Delivery, SmsProvider } from './sms.ts';
import { newsLabel } from './texts/notifications.ts';
import { codeSms, newsSms } from './texts/sms.ts';

/** SMS that are handed over at the same time. */
const AT_ONCE = 5;

const waitingSchema = z.array(
  z.object({
    sms_id: z.uuid(),
    kind: z.string(),
    number: z.string(),
    /** Of the SMS that proves a number. */
    code: z.string().nullable(),
    path: z.string().nullable(),
  }),
);
type WaitingSms = z.infer<typeof waitingSchema>[number];

async function deliver(environment: Environment, provider: SmsProvider, sms: WaitingSms): Promise<Delivery | null> {
  // The list of countries may be shorter than when the number was proved.
  if (!('number' in readNumber(sms.number, environment))) return { outcome: 'refused' };
  const text = sms.code === null ? newsSms(newsLabel(sms.kind), environment.siteUrl, sms.path) : codeSms(sms.code);
  return provider.send({ to: sms.number, text, reference: sms.sms_id }).catch((error: unknown) => {
    console.error(error);
    return null;
  });
}

/** Sends the SMS that are due; what, to whom and how often, the database says alone. @returns how many left */
export async function sendWaitingSms(environment: Environment, database: Database): Promise<number> {
  const provider = smsProvider(environment);
  // Pending messages expire by themselves, so a newly configured provider sends no old ones.
  if (!provider) return 0;
  const waiting = await database.call('nemus_claim_sms', {}, waitingSchema);
  let sent = 0;
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    const done = await Promise.all(
      waiting.slice(start, start + AT_ONCE).map(async (sms) => {
        const delivery = await deliver(environment, provider, sms);
        await database.call(
          'nemus_note_sms',
          {
            p_sms: sms.sms_id,
            p_outcome: delivery?.outcome ?? 'again',
            p_parts: delivery?.outcome === 'sent' ? delivery.parts : null,
            p_provider_id: delivery?.outcome === 'sent' ? delivery.providerId : null,
          },
          z.unknown(),
        );
        return delivery?.outcome === 'sent';
      }),
    );
    sent += done.filter(Boolean).length;
  }
  return sent;
}
