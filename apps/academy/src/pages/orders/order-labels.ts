import { disputeState, type OrderEvent, type ORDER_KINDS, type ORDER_STATUSES } from '@nemus/data';
import { formatCents, type Tone } from '@nemus/ui';

type Status = (typeof ORDER_STATUSES)[number];

/** How the states of an order are called. */
export const STATUS: Readonly<Record<Status, { label: string; tone: Tone }>> = {
  open: { label: 'Begonnen', tone: 'neutral' },
  pending: { label: 'Zahlung unterwegs', tone: 'info' },
  paid: { label: 'Bezahlt', tone: 'success' },
  returning: { label: 'Geht zurück', tone: 'warning' },
  failed: { label: 'Fehlgeschlagen', tone: 'error' },
  expired: { label: 'Abgebrochen', tone: 'neutral' },
  refunded: { label: 'Erstattet', tone: 'neutral' },
  disputed: { label: 'Angefochten', tone: 'error' },
};

/** How the kinds of orders are called. */
export const KIND: Readonly<Record<(typeof ORDER_KINDS)[number], string>> = {
  course: 'Seminar',
  credits: 'Credits',
  subscription: 'Abonnement',
};

/** Why an order needs attention. */
export const ATTENTION = {
  already_enrolled: 'Nach einer gewonnenen Anfechtung hatte die Person den Kurs schon wieder.',
  access_kept:
    'Fast alles ist erstattet, aber der Zugang besteht weiter. Bitte prüft das jemand, der nicht selbst erstattet hat.',
  credits_spent: 'Erstattet, aber ein Teil der Credits war schon ausgegeben.',
  address_missing:
    'Bezahlt und freigeschaltet, aber es fehlt die Anschrift für die Rechnung. Bitten Sie die Käuferin oder den Käufer, sie bei den Käufen anzugeben: Dann entsteht die Rechnung automatisch.',
} as const;

/** Why money is owed back, by its code. */
const OWED: Readonly<Record<string, string>> = {
  already_enrolled: 'Kurs inzwischen schon gekauft oder gebucht',
  course_gone: 'Kurs wird nicht mehr angeboten',
  dates_gone: 'kein Termin mehr, den man wählen kann',
  trainee_gone: 'Person nicht mehr auf der Liste der Weiterbildungsstätte',
  account_gone: 'bezahlt, als das Konto schon gelöscht war',
  already_subscribed: 'anderes Abonnement läuft schon',
  country_not_sold: 'Rechnungsanschrift in einem Land, in das nicht verkauft wird',
  booking_cancelled: 'Buchung storniert',
  by_staff: 'Erstattung durch die Akademie',
  refund_failed: 'frühere Erstattung nicht angekommen',
};
export const owedReason = (code: string): string => OWED[code] ?? 'anderer Grund';

/** What a job failed for, by its name. */
export const JOBS: Readonly<Record<string, string>> = {
  'write-invoices': 'E-Rechnung nicht erstellt',
  'collect-invoices': 'Sammelrechnung nicht erstellt',
  'write-weekly-reports': 'Wochenbericht nicht erstellt',
  'remind-confirmers': 'Erinnerung an eine bestätigende Person nicht erstellt',
  'forget-deleted-accounts': 'Gelöschtes Konto nicht entfernt',
  'forget-expired': 'Abgelaufenes nicht gelöscht',
  'clear-uploads': 'Abgebrochener Upload nicht gelöscht',
  'offer-places': 'Freier Platz nicht angeboten',
  'tell-factors': 'Geänderter zweiter Faktor nicht gemeldet',
  'send-letters': 'E-Mail nicht gesendet',
  'send-notifications': 'Benachrichtigung nicht gesendet',
  'send-sign-off-letters': 'E-Mail an eine bestätigende Person nicht gesendet',
  'send-sms': 'SMS nicht gesendet',
};

/** After this many attempts no letter is sent again by itself. */
const MOST_ATTEMPTS = 5;

/** Whether the portal goes on trying an item of a job. */
export const goesOn = (job: string, attempts: number): boolean => !job.startsWith('send-') || attempts < MOST_ATTEMPTS;

const ACTS: Readonly<Record<string, string>> = {
  refund_order: 'Erstattung veranlasst',
  ask_provider: 'Beim Zahlungsanbieter nachgesehen',
  settle_order: 'Stand vom Zahlungsanbieter übernommen',
  settle_attention: 'Hinweis erledigt',
  retry_set_aside: 'Zurückgestellte Aufgabe noch einmal begonnen',
  refund_elsewhere: 'Erstattung auf anderem Weg bezahlt',
  cancel_transfer: 'Rechnung storniert',
  enter_on_invoice: 'Auf Rechnung eingetragen',
};

const DOCUMENTS: Readonly<Record<string, string>> = {
  cancellation: 'Stornorechnung',
  correction: 'Rechnungskorrektur',
};

/** An event in words. */
export function wordsOf({ what, amount_cents: cents, words, who }: OrderEvent): string {
  const amount = cents === null ? '' : formatCents(Math.abs(cents));
  switch (what) {
    case 'ordered':
      return `Bestellt: ${amount}`;
    case 'paid':
      return words === 'invoice' ? `Auf Rechnung gekauft: ${amount}` : `Bezahlt: ${amount}`;
    case 'purchase':
      return `${words ?? 'Kauf'}: ${amount}`;
    case 'refund':
      return `${words ?? 'Erstattung'}: ${amount}${who === 'pending' ? ', noch nicht beim Zahlungsanbieter' : ''}`;
    case 'invoice':
      return `${DOCUMENTS[who ?? ''] ?? 'Rechnung'} ${words ?? ''}`;
    case 'owed':
      return `Erstattung vorgemerkt: ${amount}${who === null ? `, ${owedReason(words ?? '')}` : ` von ${who}: ${words ?? ''}`}`;
    case 'refund_failed':
      return `Erstattung nicht ausgeführt, ${who ?? '0'} Versuche: ${words ?? ''}`;
    case 'told':
      return `E-Mail über die Erstattung versandt: ${amount}`;
    case 'failure_told':
      return `E-Mail über die fehlgeschlagene Erstattung versandt: ${amount}`;
    case 'confirmed':
      return 'E-Mail zum Kauf versandt';
    case 'payment_failed':
      return 'E-Mail über die fehlgeschlagene Zahlung versandt';
    case 'dispute':
      return `Anfechtung bei der Bank: ${amount}, Stand beim Anbieter: ${disputeState(words ?? '')}`;
    case 'withdrawal':
      return `Widerruf ${words ?? ''} dieser Person: „${who ?? ''}“`;
    case 'act':
      return `${ACTS[words ?? ''] ?? words ?? ''}, von ${who ?? ''}`;
  }
}
