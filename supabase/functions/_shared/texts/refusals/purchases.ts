import { z } from 'zod';
import { says, tells, type Entry } from '../entry.ts';
import { formatCount, formatMoney, name } from '../values.ts';

/** Refusals about purchases and withdrawals. */
export const PURCHASES = {
  // Purchases
  invalid_order: says(400, 'Diese Bestellung ist nicht möglich.'),
  country_not_sold: says(409, 'In das Land Ihrer Rechnungsanschrift verkaufen wir nicht.'),
  too_many_credits: says(400, 'Auf einmal können Sie höchstens 100.000 Credits kaufen.'),
  payment_not_found: says(404, 'Diese Zahlung wurde nicht gefunden.'),
  set_aside_not_found: says(404, 'Diese Aufgabe ist inzwischen erledigt.'),
  order_not_found: says(404, 'Diese Zahlung wurde nicht gefunden.'),
  purchase_pending: tells(
    409,
    'Sie haben das schon bestellt, die Zahlung steht noch aus. Bitte warten Sie darauf, oder brechen Sie den Kauf ab.',
    () => z.object({ name: name.nullable() }),
    ({ name: who }) =>
      `Sie haben diesen Kurs ${who === null ? '' : `für ${who} `}schon bestellt, die Zahlung steht noch aus. Bitte warten Sie darauf, oder brechen Sie den Kauf ab.`,
  ),
  purchase_elsewhere: tells(
    409,
    'Dieser Kurs wird für diese Person gerade von jemand anderem bestellt. Bitte warten Sie, bis das abgeschlossen ist.',
    () => z.object({ name: name.nullable() }),
    ({ name: who }) =>
      who === null
        ? 'Ihre Weiterbildungsstätte bestellt diesen Kurs gerade für Sie. Bitte warten Sie, bis das abgeschlossen ist.'
        : `Für ${who} läuft schon ein Kauf dieses Kurses. Bitte warten Sie, bis er abgeschlossen ist.`,
  ),
  price_changed: tells(
    409,
    'Der Preis hat sich geändert. Bitte laden Sie die Seite neu, und prüfen Sie ihn.',
    () => z.object({ unit: z.enum(['cents', 'credits']), shown: z.int(), now: z.int() }),
    ({ unit, shown, now }) => {
      const words = (price: number) => (unit === 'cents' ? formatMoney(price) : `${formatCount(price)} Credits`);
      return `Der Preis hat sich geändert: Angezeigt waren ${words(shown)}, jetzt sind es ${words(now)}. Es wurde nichts gekauft. Bitte prüfen Sie den neuen Preis, und versuchen Sie es dann noch einmal.`;
    },
  ),
  too_many_orders: says(
    429,
    'Sie haben gerade sehr viele Käufe begonnen. Bitte bezahlen Sie einen davon, oder versuchen Sie es später noch einmal.',
  ),
  already_subscribed: says(409, 'Sie haben bereits ein Abonnement.'),
  provider_missing: says(503, 'In diesem Portal ist kein Zahlungsanbieter eingerichtet. Es wurde nichts gekauft.'),
  provider_unavailable: says(
    502,
    'Der Zahlungsanbieter ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
  ),

  // Support
  subscription_required: says(
    409,
    'Anfragen an den Support gehören zum Abonnement. Ihre Institution hat zurzeit keines.',
  ),
  support_requests_open: tells(
    409,
    'Sie haben schon viele offene Anfragen.',
    () => z.object({ most: z.int().positive() }),
    ({ most }) => `Sie haben schon ${most} offene Anfragen. Bitte warten Sie auf die Antworten.`,
  ),
  support_request_not_found: says(404, 'Diese Anfrage wurde nicht gefunden.'),
  support_answered: says(409, 'Diese Anfrage ist inzwischen beantwortet. Bitte laden Sie die Seite neu.'),

  // Withdrawals
  too_many_withdrawals: says(
    429,
    'Von Ihrem Anschluss sind gerade sehr viele Widerrufe eingegangen. Bitte erklären Sie Ihren mit einer E-Mail an unseren Support; das gilt ebenso.',
  ),
  invoice_not_found: says(404, 'Diesen Beleg gibt es nicht.'),
  invoice_recipient_changed: says(
    409,
    'Die E-Mail-Adresse hat sich gerade geändert. Bitte laden Sie die Seite neu und prüfen Sie den Empfänger.',
  ),
  invoice_just_sent: says(429, 'Der Versand dieses Belegs wurde gerade erst begonnen. Bitte warten Sie eine Minute.'),
  invoice_unwritten: says(
    409,
    'Die E-Rechnung zu diesem Beleg wird noch geschrieben. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  ),
  transfer_not_offered: says(409, 'Für Ihre Weiterbildungsstätte ist der Kauf auf Rechnung nicht eingerichtet.'),
  transfer_overdue: says(
    409,
    'Eine Ihrer Rechnungen ist überfällig. Bitte überweisen Sie sie zuerst, oder zahlen Sie mit Karte.',
  ),
  transfer_address: says(409, 'Für den Kauf auf Rechnung fehlt Ihre Rechnungsanschrift.'),
  transfer_limit: tells(
    409,
    'Dieser Betrag ist auf Rechnung nicht möglich. Bitte zahlen Sie mit Karte.',
    () => z.object({ left_cents: z.int().nonnegative() }),
    ({ left_cents: left }) =>
      `Auf Rechnung können Sie zurzeit noch für ${formatMoney(left)} kaufen. Bitte wählen Sie weniger, oder zahlen Sie mit Karte.`,
  ),
  transfer_no_account: says(
    409,
    'Ohne Bankverbindung ist kein Kauf auf Rechnung möglich. Der Betrieb trägt sie in den Einstellungen ein.',
  ),
  buyer_not_sold: says(409, 'In das Land dieser Rechnungsanschrift verkaufen wir nicht.'),
  transfer_used: says(409, 'Alle Credits dieser Rechnung sind verwendet. Sie bleibt zu zahlen.'),
  transfer_terms: says(400, 'Bitte geben Sie 1 bis 90 Tage und einen Betrag von 0,01 € bis 1.000.000,00 € an.'),
  receipt_amount: says(
    400,
    'Diesen Betrag können Sie nicht eintragen. Zurück kann höchstens, was für die Rechnung eingegangen ist.',
  ),
  receipt_day: says(400, 'Der Tag der Zahlung liegt zwischen dem Rechnungsdatum und heute.'),
  receipt_reference: says(400, 'Bitte geben Sie den Buchungstext mit höchstens 300 Zeichen an.'),
  withdrawal_not_found: says(404, 'Dieser Widerruf wurde nicht gefunden.'),
  refund_amount: tells(
    400,
    'Diesen Betrag können Sie nicht erstatten.',
    () => z.object({ left_cents: z.int().nonnegative() }),
    ({ left_cents: left }) =>
      left === 0
        ? 'Von dieser Bestellung ist nichts mehr zu erstatten.'
        : `Bitte geben Sie einen Betrag zwischen ${formatMoney(1)} und ${formatMoney(left)} an.`,
  ),
  second_person: says(
    403,
    'Das muss eine zweite Person der Akademie tun: Sie haben selbst bestellt oder erstattet, oder es geht um Ihre jetzige oder frühere Weiterbildungsstätte.',
  ),
  refund_outdated: says(
    409,
    'Inzwischen wurde von dieser Bestellung etwas erstattet. Bitte sehen Sie sie sich noch einmal an.',
  ),
  never_at_provider: says(409, 'Diese Bestellung kam nie beim Zahlungsanbieter an.'),
  withdrawal_differs: says(
    409,
    'Dieser Widerruf ist bereits mit anderen Angaben eingegangen. Bitte laden Sie die Seite neu.',
  ),
} as const satisfies Readonly<Record<string, Entry>>;
