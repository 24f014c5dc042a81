import { z } from 'zod';
import { deviceName } from './devices.ts';
import { MEMBER_ROLE_NAMES, MEMBER_ROLES } from './member-roles.ts';
import { count, date, formatMoney, moment, name, once } from './values.ts';
import { reportFiguresSchema, reportSentence } from './weekly-report.ts';

/** The text of a notification: a line, and further details; empty if the line is enough. */
export interface NewsText {
  readonly title: string;
  readonly sentence: string;
}

/** Kinds of notifications by subject, in the order of the settings. */
export const NEWS_GROUPS = {
  people: 'Einladungen',
  dates: 'Buchungen und Termine',
  training: 'Weiterbildung',
  money: 'Käufe und Rechnungen',
  organisation: 'Weiterbildungsstätte',
  security: 'Sicherheit',
} as const;
export type NewsGroup = keyof typeof NEWS_GROUPS;

interface NewsKind {
  readonly group: NewsGroup;
  /** Its name in settings, and its line where the facts are missing or odd. */
  readonly label: string;
  /** The facts' types for the text. */
  readonly facts: () => z.ZodType;
  /** The text, from the database's facts; invalid ones are left out. */
  readonly read: (facts: unknown) => NewsText;
}

function news<S extends z.ZodType>(
  group: NewsGroup,
  label: string,
  makeFacts: () => S,
  text: (facts: z.output<S>) => { title: string; sentence?: string },
): NewsKind {
  const facts = once(makeFacts);
  return {
    group,
    label,
    facts,
    read: (given) => {
      const parsed = facts().safeParse(given);
      return { sentence: '', ...(parsed.success ? text(parsed.data) : { title: label }) };
    },
  };
}

const money = z.int().transform(formatMoney);
/** A title of a seminar, course or set, or a user's words. */
const title = name;
const reason = z.string().trim().max(1000).optional();
const messageText = z.string().trim().min(1).max(700);
const dated = { title, starts_at: moment };
const because = (words: string | undefined) => (words ? `Grund: ${words}` : '');

const certificateKind = z.enum(['completion', 'attendance']);
const CERTIFICATES = { completion: 'Zertifikat', attendance: 'Teilnahmebescheinigung' } as const;

const METHODS = { totp: 'Authenticator-App', recovery: 'Wiederherstellungscodes', phone: 'Telefonnummer' } as const;
const FACTOR_CHANGES = { added: 'eingerichtet', removed: 'entfernt', renewed: 'erneuert', used: 'verwendet' } as const;

/**
 * Every kind of notification: its words, and the facts that it needs. The kinds, and which channel may be switched off,
 * are defined in the database (private.nemus_notification_kinds). A test compares both lists.
 */
export const NEWS = {
  // Einladungen
  invitation: news(
    'people',
    'Einladung einer Weiterbildungsstätte',
    () => z.object({ institution: name }),
    (f) => ({
      title: `${f.institution} lädt Sie ein`,
      sentence: 'Den Link zum Annehmen haben wir Ihnen per E-Mail geschickt.',
    }),
  ),
  invitation_answered: news(
    'people',
    'Antwort auf eine Einladung',
    () => z.object({ trainee: name, accepted: z.boolean() }),
    (f) => ({ title: `${f.trainee} hat Ihre Einladung ${f.accepted ? 'angenommen' : 'abgelehnt'}` }),
  ),
  member_invitation: news(
    'people',
    'Einladung in das Team einer Weiterbildungsstätte',
    () => z.object({ institution: name }),
    (f) => ({
      title: `${f.institution} lädt Sie in ihr Team ein`,
      sentence: 'Den Link zum Annehmen haben wir Ihnen per E-Mail geschickt.',
    }),
  ),

  // Buchungen und Termine
  booking_made: news(
    'dates',
    'Kurs für Sie gebucht',
    () => z.object({ course: title, start: date, institution: name }),
    (f) => ({ title: `Für Sie gebucht: ${f.course}`, sentence: `Beginn am ${f.start}, gebucht von: ${f.institution}` }),
  ),
  booking_moved: news(
    'dates',
    'Gebuchter Kurs verschoben',
    () => z.object({ course: title, start: date, earlier: date }),
    (f) => ({ title: `Verschoben: ${f.course}`, sentence: `Neuer Beginn am ${f.start} statt am ${f.earlier}` }),
  ),
  booking_cancelled: news(
    'dates',
    'Gebuchter Kurs storniert',
    () => z.object({ course: title, start: date }),
    (f) => ({
      title: `Storniert: ${f.course}`,
      sentence: `Der Beginn wäre am ${f.start} gewesen.`,
    }),
  ),
  place_confirmed: news(
    'dates',
    'Platz bestätigt',
    () => z.object(dated),
    (f) => ({
      title: `Platz bestätigt: ${f.title}`,
      sentence: `Termin am ${f.starts_at} Uhr`,
    }),
  ),
  place_waiting: news(
    'dates',
    'Platz auf der Warteliste',
    () => z.object(dated),
    (f) => ({
      title: `Auf der Warteliste: ${f.title}`,
      sentence: `Termin am ${f.starts_at} Uhr. Wird bis zur Frist ein Platz frei, rücken Sie von selbst nach; danach bieten wir ihn Ihnen an.`,
    }),
  ),
  place_moved_up: news(
    'dates',
    'Nachgerückt von der Warteliste',
    () => z.object(dated),
    (f) => ({
      title: `Sie sind nachgerückt: ${f.title}`,
      sentence: `Sie haben jetzt einen Platz am ${f.starts_at} Uhr.`,
    }),
  ),
  place_offered: news(
    'dates',
    'Platz angeboten',
    () => z.object({ ...dated, until: moment }),
    (f) => ({
      title: `Platz frei: ${f.title}`,
      sentence: `Beginn: ${f.starts_at} Uhr. Sie können den Platz bis ${f.until} Uhr annehmen. Bis dahin behalten Sie Ihren jetzigen Termin; danach bieten wir den Platz der nächsten Person an.`,
    }),
  ),
  place_ended: news(
    'dates',
    'Platz beendet',
    () => z.object(dated),
    (f) => ({
      title: `Ihr Platz ist beendet: ${f.title}`,
      sentence: `Termin am ${f.starts_at} Uhr`,
    }),
  ),
  rebooked: news(
    'dates',
    'Von der Akademie umgebucht',
    () => z.object({ ...dated, earlier: moment }),
    (f) => ({
      title: `Umgebucht: ${f.title}`,
      sentence: `Sie haben jetzt einen Platz am ${f.starts_at} Uhr (bisher ${f.earlier} Uhr).`,
    }),
  ),
  waiting_ended: news(
    'dates',
    'Von der Warteliste genommen',
    () => z.object({ ...dated, reason }),
    (f) => ({
      title: `Nicht mehr auf der Warteliste: ${f.title}`,
      sentence: [`Termin am ${f.starts_at} Uhr. Ihr Kurs bleibt Ihnen.`, because(f.reason)].join(' ').trim(),
    }),
  ),
  enrolled: news(
    'dates',
    'Von der Akademie eingeschrieben',
    () => z.object({ title }),
    (f) => ({
      title: `Sie sind eingeschrieben: ${f.title}`,
      sentence: 'Die Akademie hat Sie kostenlos eingeschrieben. Unter „Meine Termine“ sehen Sie Ihren Termin.',
    }),
  ),
  purchase_offered: news(
    'dates',
    'Link zur Buchung',
    () => z.object({ ...dated, until: moment }),
    (f) => ({
      title: `Ihr Kurs zur Buchung: ${f.title}`,
      sentence: `Der Termin am ${f.starts_at} Uhr ist für Ihren Kauf vorgemerkt, bis ${f.until} Uhr. Es gilt der Preis am Tag des Kaufs; reserviert ist der Platz erst mit dem Kauf.`,
    }),
  ),
  date_message: news(
    'dates',
    'Nachricht zu einem Termin',
    () => z.object({ ...dated, text: messageText }),
    (f) => ({ title: `Nachricht zu ${f.title}, ${f.starts_at} Uhr`, sentence: f.text }),
  ),
  date_moved: news(
    'dates',
    'Termin verschoben',
    () => z.object({ ...dated, earlier: moment.optional() }),
    (f) => ({
      title: `Termin verschoben: ${f.title}`,
      sentence: `Neu: ${f.starts_at} Uhr${f.earlier === undefined ? '' : ` (bisher ${f.earlier} Uhr)`}`,
    }),
  ),
  date_cancelled: news(
    'dates',
    'Termin abgesagt',
    () => z.object({ ...dated, reason }),
    (f) => ({
      title: `Termin abgesagt: ${f.title}`,
      sentence: [`Er wäre am ${f.starts_at} Uhr gewesen.`, because(f.reason)].join(' ').trim(),
    }),
  ),
  dates_planned: news(
    'dates',
    'Termine, nach denen Sie gefragt haben',
    () => z.object(dated),
    (f) => ({
      title: `Neue Termine: ${f.title}`,
      sentence: `Der nächste beginnt am ${f.starts_at} Uhr. Sie können den Kurs jetzt buchen.`,
    }),
  ),
  support_answered: news(
    'money',
    'Antwort auf eine Anfrage an den Support',
    () => z.object({ title: name }),
    (f) => ({ title: `Antwort auf Ihre Anfrage: ${f.title}`, sentence: 'Sie steht bei Ihrem Abonnement.' }),
  ),
  choice_gone: news(
    'dates',
    'Mit dem Kauf gewählter Termin nicht mehr möglich',
    () => z.object(dated),
    (f) => ({
      title: `Bitte wählen Sie einen anderen Termin: ${f.title}`,
      sentence: `Der Termin am ${f.starts_at} Uhr, den Sie mit dem Kauf gewählt hatten, ist nicht mehr möglich. Ihr Kurs bleibt gebucht.`,
    }),
  ),
  place_spare: news(
    'dates',
    'Person hat den gebuchten Kurs schon',
    () => z.object({ trainee: name, course: title }),
    (f) => ({
      title: `${f.trainee} hat den Kurs schon: ${f.course}`,
      sentence:
        'Sie können den gebuchten Platz stornieren oder übertragen. Sonst gilt er, sobald die andere Anmeldung endet.',
    }),
  ),
  trainee_date_moved: news(
    'dates',
    'Termin Ihrer Personen verschoben',
    () => z.object({ ...dated, people: count }),
    (f) => ({
      title: `Termin verschoben: ${f.title}`,
      sentence: `Neu: ${f.starts_at} Uhr. Betroffen von Ihrer Weiterbildungsstätte: ${f.people}`,
    }),
  ),
  trainee_date_cancelled: news(
    'dates',
    'Termin Ihrer Personen abgesagt',
    () => z.object({ ...dated, people: count, reason }),
    (f) => ({
      title: `Termin abgesagt: ${f.title}`,
      sentence: [
        `Er wäre am ${f.starts_at} Uhr gewesen. Betroffen von Ihrer Weiterbildungsstätte: ${f.people}.`,
        because(f.reason),
      ]
        .join(' ')
        .trim(),
    }),
  ),

  // Weiterbildung
  sign_off_waiting: news(
    'training',
    'Einträge warten auf Ihre Bestätigung',
    () => z.object({ trainee: name }),
    (f) => ({
      title: 'Einträge warten auf Ihre Bestätigung',
      sentence: `Eingereicht von ${f.trainee}`,
    }),
  ),
  sign_off_confirmed: news(
    'training',
    'Einträge bestätigt',
    () => z.object({ confirmer: name }),
    (f) => ({
      title: 'Einträge Ihres Logbuchs sind bestätigt',
      sentence: `Bestätigt von ${f.confirmer}`,
    }),
  ),
  sign_off_undone: news(
    'training',
    'Bestätigung zurückgenommen',
    () => z.object({ confirmer: name }),
    (f) => ({
      title: 'Eine Bestätigung in Ihrem Logbuch ist zurückgenommen',
      sentence: `Zurückgenommen von ${f.confirmer}; die Einträge warten wieder.`,
    }),
  ),
  sign_off_returned: news(
    'training',
    'Einträge zurückgegeben',
    () => z.object({ confirmer: name }),
    (f) => ({
      title: 'Einträge Ihres Logbuchs sind zurückgegeben',
      sentence: `Zurückgegeben von ${f.confirmer}; der Grund steht am Eintrag.`,
    }),
  ),
  sign_off_handed_over: news(
    'training',
    'Einträge an jemand anderen übergeben',
    () => z.object({ confirmer: name }),
    (f) => ({
      title: 'Einträge Ihres Logbuchs wurden übergeben',
      sentence: `Ihre Weiterbildungsstätte hat sie an ${f.confirmer} gegeben. Sie müssen nichts tun.`,
    }),
  ),
  sign_off_stranded: news(
    'training',
    'Einträge kann dort niemand mehr bestätigen',
    () => z.object({ confirmer: name, entries: count }),
    (f) => ({
      title: `${f.confirmer} kann Einträge nicht mehr bestätigen`,
      sentence: `${f.entries === '1' ? 'Ein Eintrag wartet' : `${f.entries} Einträge warten`} noch dort. Nehmen Sie sie zurück und wählen Sie jemand anderen, oder fragen Sie Ihre Weiterbildungsstätte: Sie kann sie übergeben.`,
    }),
  ),
  institution_message: news(
    'training',
    'Nachricht Ihrer Weiterbildungsstätte',
    () => z.object({ institution: name, text: messageText }),
    (f) => ({ title: `Nachricht von ${f.institution}`, sentence: f.text }),
  ),
  certificate_issued: news(
    'training',
    'Zertifikat ausgestellt',
    // Earlier notifications name no kind.
    () => z.object({ title, kind: certificateKind.optional(), edition: z.number().optional() }),
    (f) => ({
      title: `${CERTIFICATES[f.kind ?? 'completion']} ausgestellt: ${f.title}`,
      sentence: (f.edition ?? 1) > 1 ? 'Das Dokument ersetzt ein widerrufenes und hat eine neue Nummer.' : '',
    }),
  ),
  certificate_revoked: news(
    'training',
    'Zertifikat widerrufen',
    () => z.object({ title, kind: certificateKind, reason: z.enum(['attendance_corrected', 'enrolment_ended']) }),
    (f) => ({
      title: `${CERTIFICATES[f.kind]} widerrufen: ${f.title}`,
      sentence: `${f.reason === 'attendance_corrected' ? 'Ihre Anwesenheit wurde berichtigt.' : 'Ihre Teilnahme am Kurs ist beendet.'} Das Dokument gilt nicht mehr. Wenn das nicht stimmt, schreiben Sie uns bitte.`,
    }),
  ),
  name_decided: news(
    'training',
    'Entscheidung über einen neuen Namen',
    // person: the earlier name, for the institution that requested the correction.
    () => z.object({ name, accepted: z.boolean(), reason, person: name.optional() }),
    (f) => ({
      title: f.person
        ? `${f.person}: Name ${f.accepted ? 'ist jetzt' : 'wurde nicht geändert in'} ${f.name}`
        : f.accepted
          ? `Ihr Name ist jetzt ${f.name}`
          : `Ihr Name wurde nicht in ${f.name} geändert`,
      sentence: [
        because(f.reason),
        f.accepted ? 'Bestätigtes und Zertifikate behalten den Namen, unter dem sie ausgestellt wurden.' : '',
      ]
        .filter(Boolean)
        .join(' '),
    }),
  ),
  name_requested: news(
    'training',
    'Antrag auf Berichtigung Ihres Namens',
    () => z.object({ name, institution: name }),
    (f) => ({
      title: `${f.institution} hat die Berichtigung Ihres Namens beantragt`,
      sentence: `Er soll ${f.name} lauten. Wir prüfen den Antrag. Stimmt das nicht, ziehen Sie ihn in den Kontoeinstellungen zurück.`,
    }),
  ),
  requirement_set_changed: news(
    'training',
    'Neue Version Ihrer Anforderungen',
    () => z.object({ set: title, version: title, valid_from: date }),
    (f) => ({
      title: `Neue Version: ${f.set}`,
      sentence: `Version ${f.version}, gültig ab ${f.valid_from}. Ihre bisherige Version gilt für Sie weiter, bis Sie wechseln.`,
    }),
  ),

  // Käufe und Rechnungen
  invoice_issued: news(
    'money',
    'Rechnung',
    () => z.object({ number: title, cents: money, cancels: z.boolean(), corrects: z.boolean().default(false) }),
    (f) => ({
      title: `${f.corrects ? 'Rechnungskorrektur' : f.cancels ? 'Stornorechnung' : 'Rechnung'} ${f.number}`,
      sentence: `Betrag: ${f.cents}`,
    }),
  ),
  collective_invoice_issued: news(
    'money',
    'Sammelrechnung',
    () => z.object({ number: title, cents: money }),
    (f) => ({
      title: `Sammelrechnung ${f.number}`,
      sentence: `Betrag: ${f.cents}`,
    }),
  ),
  payment_failed: news(
    'money',
    'Zahlung fehlgeschlagen',
    () => z.object({ item: title, cents: money }),
    (f) => ({
      title: `Zahlung fehlgeschlagen: ${f.item}`,
      sentence: `Betrag: ${f.cents}. Es wurde nichts freigeschaltet, und Sie schulden uns nichts.`,
    }),
  ),
  renewal_failed: news(
    'money',
    'Verlängerung des Abonnements fehlgeschlagen',
    () => z.object({}),
    () => ({
      title: 'Die Zahlung für Ihr Abonnement ist fehlgeschlagen',
      sentence: 'Bitte prüfen Sie Ihr Zahlungsmittel, damit das Abonnement nicht endet.',
    }),
  ),
  refund_made: news(
    'money',
    'Erstattung',
    () => z.object({ item: title, cents: money }),
    (f) => ({
      title: `Erstattet: ${f.item}`,
      sentence: `Betrag: ${f.cents}`,
    }),
  ),
  credits_low: news(
    'money',
    'Credits gehen zur Neige',
    () => z.object({ available: count }),
    (f) => ({
      title: 'Ihre Credits gehen zur Neige',
      sentence: `Verfügbar: ${f.available}. Credits verfallen nicht; für weitere Buchungen können Sie neue kaufen.`,
    }),
  ),

  // Weiterbildungsstätte
  member_joined: news(
    'organisation',
    'Neues Mitglied',
    () => z.object({ name }),
    (f) => ({
      title: `${f.name} ist jetzt Mitglied Ihrer Weiterbildungsstätte`,
    }),
  ),
  member_left: news(
    'organisation',
    'Mitglied ausgeschieden',
    () => z.object({ name }),
    (f) => ({
      title: `${f.name} arbeitet nicht mehr für Ihre Weiterbildungsstätte`,
    }),
  ),
  member_roles: news(
    'organisation',
    'Ihre Berechtigungen geändert',
    () => z.object({ institution: name, roles: z.array(z.enum(MEMBER_ROLES)).min(1) }),
    (f) => ({
      title: `Ihre Berechtigungen bei ${f.institution} haben sich geändert`,
      sentence: f.roles.map((role) => MEMBER_ROLE_NAMES[role]).join(', '),
    }),
  ),
  member_removed: news(
    'organisation',
    'Mitgliedschaft beendet',
    () => z.object({ institution: name }),
    (f) => ({
      title: `Sie gehören nicht mehr zu ${f.institution}`,
    }),
  ),
  approval_requested: news(
    'organisation',
    'Buchung wartet auf Freigabe',
    () => z.object({ course: title, by: name.optional() }),
    (f) => ({
      title: `Buchung wartet auf Freigabe: ${f.course}`,
      sentence: f.by === undefined ? '' : `Angefragt von ${f.by}`,
    }),
  ),
  approval_decided: news(
    'organisation',
    'Entscheidung über eine Buchung',
    () => z.object({ course: title, approved: z.boolean(), reason }),
    (f) => ({
      title: `Buchung ${f.approved ? 'freigegeben' : 'abgelehnt'}: ${f.course}`,
      sentence: because(f.reason),
    }),
  ),
  budget_changed: news(
    'organisation',
    'Budget geändert',
    () => z.object({ trainee: name }),
    (f) => ({
      title: `Budget geändert: ${f.trainee}`,
    }),
  ),
  seats_transferred: news(
    'organisation',
    'Plätze zugeordnet oder übertragen',
    () => z.object({ course: title }),
    (f) => ({
      title: `Platz übertragen: ${f.course}`,
    }),
  ),
  weekly_report: news(
    'organisation',
    'Wochenbericht',
    () => z.object({ from: date, until: date, figures: reportFiguresSchema }),
    (f) => ({
      title: `Wochenbericht vom ${f.from} bis ${f.until}`,
      sentence: reportSentence(f.figures),
    }),
  ),

  // Sicherheit
  factor_rule: news(
    'security',
    'Zweiter Faktor erforderlich',
    () => z.object({ institution: name }),
    (f) => ({
      title: `${f.institution} verlangt einen zweiten Faktor`,
      sentence:
        'Richten Sie ihn unter Konto, Sicherheit ein. Bis dahin handeln Sie nicht für diese Weiterbildungsstätte.',
    }),
  ),
  new_device: news(
    'security',
    'Anmeldung mit einem neuen Gerät',
    () => z.object({ browser: z.string(), system: z.string(), at: moment }),
    (f) => ({
      title: 'Anmeldung mit einem neuen Gerät',
      sentence: `${deviceName(f.browser, f.system)}, am ${f.at} Uhr. Waren Sie das nicht? Wählen Sie dort „Überall abmelden“, und ändern Sie Ihr Passwort.`,
    }),
  ),
  address_changed: news(
    'security',
    'Änderung Ihrer E-Mail-Adresse',
    () => z.object({ at: moment }),
    (f) => ({
      title: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
      sentence: `Für Ihr Nemus-Konto gilt seit dem ${f.at} Uhr eine andere Adresse. An die bisherige schicken wir nichts mehr. Waren Sie das nicht? Wenden Sie sich bitte sofort an uns.`,
    }),
  ),
  factor_changed: news(
    'security',
    'Änderung an Ihrem zweiten Faktor',
    () =>
      z.object({
        method: z.enum(['totp', 'recovery', 'phone']),
        change: z.enum(['added', 'removed', 'renewed', 'used']),
      }),
    (f) => ({
      title: `${METHODS[f.method]} ${FACTOR_CHANGES[f.change]}`,
      sentence: 'Waren Sie das nicht? Ändern Sie Ihr Passwort, und wenden Sie sich an uns.',
    }),
  ),
} as const satisfies Readonly<Record<string, NewsKind>>;

/** A kind of news that this release has words for. */
export type NewsKindName = keyof typeof NEWS;

/** Whether there are words for a kind; a newer database may have more. */
export const isNewsKind = (kind: string): kind is NewsKindName => Object.hasOwn(NEWS, kind);

/** The text of a notification. A kind that this release does not know yet has a plain line. */
export const newsText = (kind: string, facts: unknown): NewsText =>
  isNewsKind(kind) ? NEWS[kind].read(facts) : { title: 'Neue Benachrichtigung', sentence: '' };

/** The name of a kind in settings and mails. */
export const newsLabel = (kind: string): string => (isNewsKind(kind) ? NEWS[kind].label : 'Benachrichtigung');
