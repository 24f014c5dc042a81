/**
 * The consent before SMS go to a number. Every change of the text needs a new version; a consent names the version that
 * was read.
 */
export const SMS_CONSENT = {
  version: '2026-11',
  text: 'Ich bin einverstanden, dass Nemus mir SMS an diese Nummer schickt: den Code zur Prüfung, danach die Mitteilungen, die ich für SMS auswähle. Ich kann das hier jederzeit beenden.',
} as const;

/** One SMS has 160 places for these characters (GSM 03.38, without its extension). */
const ONE_SMS = /^[@£$¥èéùìòÇØøÅå_ÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]{1,160}$/;

/** The SMS with the code that proves a number. */
export const codeSms = (code: string) =>
  `Nemus: Ihr Code ist ${code}. Er gilt 10 Minuten; geben Sie ihn niemandem. Nicht angefordert? Dann ist nichts zu tun.`;

/**
 * The SMS of a notification: what kind of thing happened and where to read it, and nothing of it. Who else has the phone
 * in hand learns no name and no title. As much as fits one SMS.
 */
export function newsSms(label: string, siteUrl: string, path: string | null): string {
  const said = `Nemus: ${label}.`;
  const end = `Beenden: ${siteUrl}/account/phone`;
  const forms = [`${said} ${siteUrl}${path ?? '/account/notifications'} ${end}`, `${said} ${end}`, said];
  return forms.find((text) => ONE_SMS.test(text)) ?? 'Nemus: Neue Mitteilung im Portal.';
}
