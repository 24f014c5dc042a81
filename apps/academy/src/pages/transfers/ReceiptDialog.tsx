import { useId, useState } from 'react';
import { reasonOf, useDataClient } from '@nemus/area';
import { enterReceipts, type StaffTransfer } from '@nemus/data';
import {
  Button,
  DateField,
  dayProblem,
  Dialog,
  formatCents,
  formatDate,
  NumberField,
  numberOf,
  RadioGroup,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { useStaffMutation } from '../../dialogs/useStaffMutation';

type Direction = 'in' | 'out';

/** Today in Germany, `yyyy-MM-dd`. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());

/** Enters one line of the bank statement for an invoice. */
export function ReceiptDialog({ invoice, onClose }: { invoice: StaffTransfer; onClose: () => void }) {
  const client = useDataClient();
  const form = useId();
  const owed = invoice.open_cents < 0;
  const [direction, setDirection] = useState<Direction>(owed ? 'out' : 'in');
  const [amount, setAmount] = useState(String(Math.abs(invoice.open_cents) / 100));
  const [day, setDay] = useState(today);
  const [reference, setReference] = useState(owed ? `Rücküberweisung ${invoice.number}` : '');
  const [tried, setTried] = useState(false);
  const enter = useStaffMutation({
    act: (cents: number) =>
      enterReceipts(client, [
        { invoiceId: invoice.invoice_id, amountCents: cents, receivedOn: day, reference: reference.trim() },
      ]),
    done: ({ entered }) =>
      entered === 1
        ? { title: 'Zahlung eingetragen' }
        : { title: 'Schon eingetragen', description: 'Diese Buchung steht schon bei der Rechnung.' },
    failed: 'Nicht eingetragen',
    onDone: onClose,
  });
  const euros = numberOf(amount, { digits: 2 });
  const cents = euros === null ? 0 : Math.round(euros * 100);
  const most = direction === 'out' ? invoice.received_cents : 100_000_000;
  const wrongAmount =
    cents < 1 || cents > most
      ? `Bitte geben Sie einen Betrag zwischen ${formatCents(1)} und ${formatCents(most)} an.`
      : undefined;
  const wrongDay =
    dayProblem(day, { min: invoice.issued_on, max: today() }) ??
    (day === '' ? 'Bitte geben Sie den Tag an.' : undefined);
  const wrongReference = reference.trim() === '' ? 'Bitte geben Sie den Buchungstext an.' : undefined;
  return (
    <Dialog
      open
      title="Zahlung eintragen"
      description={`${invoice.number}, ${invoice.buyer}: ${owed ? `${formatCents(-invoice.open_cents)} zurückzuzahlen` : `${formatCents(invoice.open_cents)} offen`}`}
      closable={!enter.isPending}
      onClose={onClose}
      actions={
        <>
          <Button disabled={enter.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={form} variant="primary" loading={enter.isPending}>
            Eintragen
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
          if (wrongAmount ?? wrongDay ?? wrongReference) return;
          enter.mutate(direction === 'in' ? cents : -cents);
        }}
      >
        <Stack gap={2}>
          {invoice.received_cents > 0 && (
            <RadioGroup<Direction>
              label="Buchung"
              value={direction}
              onValueChange={setDirection}
              options={[
                { value: 'in', label: 'Eingang' },
                { value: 'out', label: 'Rücküberweisung oder Berichtigung' },
              ]}
            />
          )}
          <NumberField
            label="Betrag in Euro"
            digits={2}
            isMoney
            value={amount}
            error={tried ? wrongAmount : undefined}
            onChange={({ target }) => setAmount(target.value)}
          />
          <DateField
            label="Tag der Buchung"
            min={invoice.issued_on}
            max={today()}
            value={day}
            error={tried ? wrongDay : undefined}
            onChange={({ target }) => setDay(target.value)}
          />
          <TextField
            label="Buchungstext"
            hint="Wie im Kontoauszug. Derselbe Text mit demselben Tag und Betrag zählt nur einmal."
            value={reference}
            maxLength={300}
            error={(tried ? wrongReference : undefined) ?? (enter.error ? reasonOf(enter.error) : undefined)}
            onChange={({ target }) => setReference(target.value)}
          />
          {invoice.receipts.length > 0 && (
            <Stack as="ul" gap={0.5} sx={{ margin: 0, paddingInlineStart: 2 }} aria-label="Schon eingetragen">
              {invoice.receipts.map(({ received_on: on, amount_cents: received, reference: text }) => (
                <li key={`${on} ${received} ${text}`}>
                  <Text variant="small" sx={{ overflowWrap: 'anywhere' }}>
                    {`${formatDate(on)}: ${formatCents(received)}, ${text}`}
                  </Text>
                </li>
              ))}
            </Stack>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
