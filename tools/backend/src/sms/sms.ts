import { z } from 'zod';

/** What the API of seven.io takes, as far as the portal uses it. */
export const smsDraftSchema = z.object({
  /** E.164. */
  to: z.string(),
  text: z.string().min(1).max(1520),
  from: z.string().max(16),
  /** Names the SMS on the sender's side; the same again is not sent again. */
  foreign_id: z.string().max(64).optional(),
});
export type SmsDraft = z.infer<typeof smsDraftSchema>;

/** An SMS that arrived. */
export const smsSchema = smsDraftSchema.extend({
  id: z.uuid(),
  /** Time of arrival, ISO 8601 in UTC. */
  at: z.iso.datetime(),
  encoding: z.enum(['gsm', 'ucs2']),
  /** Messages that it is paid as. */
  parts: z.int().min(1),
});
export type Sms = z.infer<typeof smsSchema>;

/** The alphabet of GSM 03.38 (3GPP TS 23.038): one place for each character, two for those of the extension. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

/** As what a text leaves: 160 characters of GSM in one message, 153 in each of several; of others 70 and 67. */
export function countParts(text: string): Pick<Sms, 'encoding' | 'parts'> {
  const characters = [...text];
  if (characters.every((character) => GSM.has(character) || EXTENSION.has(character))) {
    const places = characters.length + characters.filter((character) => EXTENSION.has(character)).length;
    return { encoding: 'gsm', parts: places <= 160 ? 1 : Math.ceil(places / 153) };
  }
  return { encoding: 'ucs2', parts: text.length <= 70 ? 1 : Math.ceil(text.length / 67) };
}
