import { useId, useState } from 'react';
import { useDataClient, reasonOf } from '@nemus/area';
import { refundOrder, refusalText, type StaffOrder } from '@nemus/data';
import { Button, Dialog, formatCents, NumberField, numberOf, Stack, Text, TextArea } from '@nemus/ui';
import { useStaffMutation } from '../../dialogs/useStaffMutation';

/** Further consequences of the refund. */
function consequence(order: StaffOrder, cents: number): string {
  const all = cents === order.refundable_cents;
  if (order.kind === 'credits') {
    return `Die Credits gehen im gleichen Anteil zurück. Gekauft waren ${order.credits ?? 0}, auf dem Konto sind ${order.credits_left ?? 0}; was schon ausgegeben ist, bleibt offen und erscheint unter „Offene Vorgänge“.`;
  }
  if (!all && order.sum_before_cents + cents >= order.almost_all_cents) {
    return 'Es geht fast alles zurück, und der Zugang bleibt: Das prüft danach eine zweite Person unter „Offene Vorgänge“.';
  }
  if (!all) return 'Es geht nur ein Teil zurück: Der Zugang bleibt.';
  if (order.kind === 'subscription') return 'Das Abonnement endet sofort.';
  const access =
    order.people > 0
      ? `Die Buchung wird storniert, und ${order.people === 1 ? 'die Person verliert' : `alle ${order.people} Personen verlieren`} den Zugang zum Seminar und ihren Platz.`
      : 'Der Zugang zum Seminar endet, und ein Platz an einem Termin wird frei.';
  return order.certificates > 0
    ? `${access} Ein Zertifikat über den Abschluss des Seminars wird widerrufen. Was besucht und bearbeitet wurde, zählt weiter: Die Nachweise darüber (${order.certificates}) bleiben gültig.`
    : access;
}

/** Asks for the amount and reason of a refund, and explains the consequences. */
export function RefundDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const client = useDataClient();
  const form = useId();
  const [amount, setAmount] = useState(String(order.refundable_cents / 100));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const refund = useStaffMutation({
    act: (amountCents: number) =>
      refundOrder(client, {
        orderId: order.order_id,
        amountCents,
        reason: reason.trim(),
        sumBeforeCents: order.sum_before_cents,
      }),
    done: ({ refunded }, cents) =>
      refunded
        ? { title: `${formatCents(cents)} erstattet` }
        : {
            title: 'Erstattung vorgemerkt',
            description: 'Der Zahlungsanbieter hat sie noch nicht ausgeführt. Das Portal versucht es weiter.',
          },
    failed: 'Nicht erstattet',
    onDone: onClose,
  });
  const euros = numberOf(amount, { digits: 2 });
  const cents = euros === null ? null : Math.round(euros * 100);
  const wrongAmount =
    cents === null || cents < 1 || cents > order.refundable_cents
      ? `Bitte geben Sie einen Betrag zwischen ${formatCents(1)} und ${formatCents(order.refundable_cents)} an.`
      : undefined;
  const wrongReason = reason.trim().length < 3 ? refusalText('note_missing', undefined) : undefined;
  return (
    <Dialog
      open
      title="Bestellung erstatten"
      description={`${order.title}, ${order.buyer}`}
      closable={!refund.isPending}
      onClose={onClose}
      actions={
        <>
          <Button disabled={refund.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={form} variant="danger" loading={refund.isPending}>
            {wrongAmount === undefined ? `${formatCents(cents)} erstatten` : 'Erstatten'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (cents !== null && wrongAmount === undefined && wrongReason === undefined) refund.mutate(cents);
        }}
      >
        <Stack gap={2}>
          <NumberField
            label="Betrag in Euro"
            digits={2}
            isMoney
            hint={`Höchstens ${formatCents(order.refundable_cents)}`}
            value={amount}
            error={tried ? wrongAmount : undefined}
            onChange={({ target }) => setAmount(target.value)}
          />
          <TextArea
            label="Grund"
            hint="Steht im Protokoll; der Käufer oder die Käuferin liest ihn nicht."
            value={reason}
            maxLength={1_000}
            error={(tried ? wrongReason : undefined) ?? (refund.error ? reasonOf(refund.error) : undefined)}
            onChange={({ target }) => setReason(target.value)}
          />
          <Text role="status">
            {cents !== null && wrongAmount === undefined && consequence(order, cents)} Das Geld geht auf dem Weg zurück,
            auf dem bezahlt wurde, und die Person erhält eine E-Mail. Das lässt sich nicht rückgängig machen.
          </Text>
        </Stack>
      </form>
    </Dialog>
  );
}
