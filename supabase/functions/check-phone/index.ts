import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';
import { readNumber } from '../_shared/phone-number.ts';
import { SMS_CONSENT } from '../_shared/texts/sms.ts';
import { sendWaitingSms } from '../_shared/waiting-sms.ts';

const bodySchema = z.strictObject({
  /** As it was typed. */
  number: z.string().trim().min(3).max(40),
  /** The version of the text beside the checkbox. */
  consent: z.literal(SMS_CONSENT.version),
});

/**
 * Takes a mobile number and has its code sent: `{ number, consent }` → `{ sent }`; not `sent` when the provider could
 * not take it yet, which is retried. This function validates numbers; the database limits requests.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  if (environment.smsKey === undefined) throw new Failure('sms_unavailable');
  const read = readNumber(body.number, environment);
  if ('problem' in read) throw new Failure(read.problem);
  const database = openDatabase(environment);
  await database.call(
    'nemus_start_phone_check',
    { p_user: caller.id, p_number: read.number, p_consent_version: body.consent },
    z.uuid(),
  );
  return { sent: (await sendWaitingSms(environment, database)) > 0 };
});
