import { z } from 'zod';
import type { Place } from '../_shared/database.ts';
import { button, mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import { sendMail, type Mail } from '../_shared/mail.ts';
import { logError } from '../_shared/log.ts';

const alarmSchema = z.object({
  environment: z.string(),
  remote: z.string(),
  version: z.string(),
  team: z.string(),
  /** Null if the team has no address of its own. */
  email: z.string().nullable(),
  opened_at: z.iso.datetime({ offset: true }),
  accounts: z.int(),
  failed_accounts: z.int(),
  failure: z.string().nullable(),
});
/** A stable release that fails for more accounts than its bound allows. */
export type ReleaseAlarm = z.infer<typeof alarmSchema>;

const time = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' });
const number = new Intl.NumberFormat('de-DE');

/** Notifies a team that its stable release fails. */
function alarmMail(siteUrl: string, to: string, alarm: ReleaseAlarm): Mail {
  const { environment, remote, version, team, email, opened_at: since, accounts, failed_accounts: failed } = alarm;
  const title = `Der Bereich „${remote}“ ist gestört`;
  const link = `${siteUrl}/operations`;
  const said = `Die stabile Version des Bereichs ist in den letzten 24 Stunden bei mehr Konten gescheitert, als ihre Grenze erlaubt.`;
  const facts = [
    `Bereich: ${remote}`,
    `Version: ${version}`,
    `Umgebung: ${environment}`,
    `Gestört bei ${number.format(failed)} von ${number.format(accounts)} Konten`,
    ...(alarm.failure === null ? [] : [`Häufigste Art: ${alarm.failure}`]),
    `Bemerkt: ${time.format(new Date(since))} Uhr`,
  ];
  const steps = [
    `Was geschieht, steht im Portal unter „Betrieb“. Zurück zur letzten guten Version: npx --no-install @nemus/release rollback ${remote} --why "…"`,
    'Zu dieser Störung kommt keine weitere Nachricht. Ist die Version einen Tag lang unter ihrer Grenze und wird dann erneut gestört, schreiben wir wieder.',
  ];
  const why =
    email === null
      ? `Sie erhalten diese Nachricht, weil für das Team „${team}“ keine Adresse hinterlegt ist.`
      : `Sie erhalten diese Nachricht als Team „${team}“.`;
  return {
    to,
    subject: `Störung: ${remote} ${version}`,
    text: [said, facts.join('\n'), ...steps, link, why, signature(siteUrl)].join('\n\n'),
    html: mailPage(
      title,
      [said, ...facts, ...steps].map(paragraph).join('') + button(link, 'Zum Betrieb') + small(why),
    ),
  };
}

/**
 * Sends the due mails about failing releases, each once: the database gives each to one caller. A failure is logged,
 * and the next call tries again.
 */
export async function tellTeams({ environment, database }: Place): Promise<void> {
  try {
    const alarms = await database.call('nemus_claim_release_alarms', {}, z.array(alarmSchema));
    for (const alarm of alarms) await tell({ environment, database }, alarm).catch((error: unknown) => logError(error));
  } catch (error) {
    logError(error);
  }
}

async function tell({ environment, database }: Place, alarm: ReleaseAlarm): Promise<void> {
  const { environment: p_environment, remote: p_remote, version: p_version } = alarm;
  const to = alarm.email ?? environment.supportEmail;
  if (!to) throw new Error(`No notification about ${p_remote}: its team has no address, and SUPPORT_EMAIL is not set.`);
  await sendMail(environment, alarmMail(environment.siteUrl, to, alarm));
  await database.call('nemus_note_release_alarm', { p_environment, p_remote, p_version }, z.unknown());
}
