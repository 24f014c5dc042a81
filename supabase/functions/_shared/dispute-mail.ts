import type Stripe from 'stripe';
import { mailPage, paragraph, signature } from './mail-frame.ts';
import type { Mail } from './mail.ts';
import type { SettledDispute } from './settled-dispute.ts';
import { disputeReason, disputeState } from './texts/purchases.ts';

/** What a status of the provider means for the operator. */
const MEANINGS: Readonly<Record<string, string>> = {
  won: 'Die Anfechtung ist abgewehrt, das Geld kommt zurück. Was entzogen war, ist wieder freigeschaltet.',
  lost: 'Die Anfechtung ist verloren, das Geld bleibt weg. Der Kauf bleibt entzogen, die Rechnung ist storniert.',
  warning_closed: 'Die Anfrage der Bank ist erledigt. Es wurde nichts entzogen.',
  prevented: 'Die Anfechtung ist durch eine Erstattung erledigt.',
};
const ASKED =
  'Die Bank fragt zunächst nur an. Es wurde nichts entzogen; bitte antworten Sie beim Zahlungsanbieter, bevor daraus eine Anfechtung wird.';
const TAKEN =
  'Die Bank hat das Geld vorläufig zurückgeholt. Was damit gekauft wurde, ist so lange entzogen. Bitte antworten Sie beim Zahlungsanbieter bis zur Frist.';

const CREDITS_SPENT =
  'Ein Teil der gekauften Credits ist schon verwendet und konnte nicht entzogen werden. Bitte klären Sie das mit der Weiterbildungsstätte.';
const NOT_ALL_BACK =
  'Nicht alles konnte wieder freigeschaltet werden, weil der Kurs inzwischen anders gekauft wurde. Bitte prüfen Sie die Bestellung.';
const SUBSCRIPTION =
  'Das Abonnement läuft beim Zahlungsanbieter weiter. Bitte entscheiden Sie dort, ob Sie es beenden.';

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'Europe/Berlin' });

/** What the mail needs of a dispute. */
interface ContestedPayment extends Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'reason' | 'status'> {
  readonly evidence_details?: { readonly due_by: number | null } | null;
}

/** Until when an answer is taken; null in the sandbox, and for disputes of some banks. */
export function dueOf({ evidence_details: evidence }: Pick<ContestedPayment, 'evidence_details'>): Date | null {
  return evidence?.due_by ? new Date(evidence.due_by * 1000) : null;
}

/** Notifies the operator of a contested payment, or of the result. */
export function disputeMail(
  siteUrl: string,
  to: string,
  dispute: ContestedPayment,
  { title, kind, attention, order_id: orderId }: SettledDispute,
): Mail {
  const { id, amount, currency, reason, status } = dispute;
  const money = new Intl.NumberFormat('de-DE', { style: 'currency', currency });
  const due = dueOf(dispute);
  const isOpen = MEANINGS[status] === undefined;
  const heading = isOpen ? 'Zahlung angefochten' : 'Anfechtung beendet';
  const facts = [
    `Kauf: ${title ?? 'Verlängerung eines Abonnements'}`,
    `Betrag: ${money.format(amount / 100)}`,
    `Grund laut Bank: ${disputeReason(reason)}`,
    `Stand beim Zahlungsanbieter: ${disputeState(status)}`,
    ...(isOpen && due ? [`Frist: ${day.format(due)}`] : []),
    `Anfechtung: ${id}`,
    ...(orderId === null ? [] : [`Bestellung: ${orderId}`]),
  ];
  const remarks = [
    MEANINGS[status] ?? (status.startsWith('warning_') ? ASKED : TAKEN),
    ...(attention === 'credits_spent' ? [CREDITS_SPENT] : []),
    ...(attention === 'already_enrolled' ? [NOT_ALL_BACK] : []),
    ...(kind === 'subscription' || kind === null ? [SUBSCRIPTION] : []),
  ];
  return {
    to,
    subject: `${heading}: ${title ?? 'Abonnement'}`.replace(/\s+/g, ' '),
    text: [facts.join('\n'), ...remarks, signature(siteUrl)].join('\n\n'),
    html: mailPage(heading, [...facts, ...remarks].map(paragraph).join('')),
  };
}
