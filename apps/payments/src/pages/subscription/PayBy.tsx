import { refusalText, type OwnTransfers } from '@nemus/data';
import { formatCents, formatCount, RadioGroup } from '@nemus/ui';

/** How credits are paid. */
export type Way = 'card' | 'transfer';
/** What the institution may order by bank transfer. */
export type TransferOffer = NonNullable<NonNullable<OwnTransfers>['offer']>;

/** Why an order of this sum cannot be paid by transfer now; undefined if it can. */
export function transferProblem(offer: TransferOffer, cents: number): string | undefined {
  if (offer.is_overdue) return refusalText('transfer_overdue', undefined);
  if (!offer.has_address)
    return `${refusalText('transfer_address', undefined)} Sie können sie unter „Käufe“ eintragen.`;
  if (cents > offer.left_cents) return refusalText('transfer_limit', { left_cents: offer.left_cents });
  return undefined;
}

/** Chooses between the provider's page and an invoice; only for institutions with terms. */
export function PayBy({
  offer,
  way,
  error,
  onChoose,
}: {
  offer: TransferOffer;
  way: Way;
  error: string | undefined;
  onChoose: (way: Way) => void;
}) {
  return (
    <RadioGroup<Way>
      label="Zahlungsart"
      value={way}
      error={error}
      onValueChange={onChoose}
      options={[
        { value: 'card', label: 'Karte oder Lastschrift' },
        {
          value: 'transfer',
          label: 'Auf Rechnung per Überweisung',
          hint: `Zahlbar innerhalb von ${formatCount(offer.days, 'Tag', 'Tagen')}. Noch möglich: ${formatCents(offer.left_cents)} von ${formatCents(offer.limit_cents)}.`,
        },
      ]}
    />
  );
}
