import { z } from 'zod';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';
import { readNumber } from './phone-number.ts';
import { claimedSchema, sendEach } from './send-each.ts';
import { smsProvider } from './sms-provider.ts';
import type { Delivery, SmsProvider } from './sms.ts';
import { newsLabel } from './texts/notifications.ts';
import { codeSms, newsSms } from './texts/sms.ts';

const waitingSchema = z.object({
  sms_id: z.uuid(),
  kind: z.string(),
  number: z.string(),
  /** Of the SMS that proves a number. */
  code: z.string().nullable(),
  path: z.string().nullable(),
});
type WaitingSms = z.infer<typeof waitingSchema>;

async function deliver(environment: Environment, provider: SmsProvider, sms: WaitingSms): Promise<Delivery> {
  // The list of countries may be shorter than when the number was proved.
  if (!('number' in readNumber(sms.number, environment))) return { outcome: 'refused' };
  const text = sms.code === null ? newsSms(newsLabel(sms.kind), environment.siteUrl, sms.path) : codeSms(sms.code);
  return provider.send({ to: sms.number, text, reference: sms.sms_id });
}

/** Sends the due SMS; the database alone decides content, recipients and attempts. @returns how many left */
export async function sendWaitingSms(environment: Environment, database: Database): Promise<number> {
  const provider = smsProvider(environment);
  // Pending messages expire by themselves, so a newly configured provider sends no old ones.
  if (!provider) return 0;
  const waiting = await database.call('nemus_claim_sms', {}, claimedSchema);
  const outcomes = new Map<string, Delivery>();
  await sendEach(database, waiting, {
    job: 'send-sms',
    schema: waitingSchema,
    idOf: ({ sms_id: id }) => id,
    send: async (sms) => {
      outcomes.set(sms.sms_id, await deliver(environment, provider, sms));
    },
    note: (id) => {
      const delivery = outcomes.get(id);
      return database.call(
        'nemus_note_sms',
        {
          p_sms: id,
          p_outcome: delivery?.outcome ?? 'again',
          p_parts: delivery?.outcome === 'sent' ? delivery.parts : null,
          p_provider_id: delivery?.outcome === 'sent' ? delivery.providerId : null,
        },
        z.unknown(),
      );
    },
  });
  return [...outcomes.values()].filter(({ outcome }) => outcome === 'sent').length;
}
