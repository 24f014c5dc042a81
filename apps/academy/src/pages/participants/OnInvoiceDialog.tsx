import { reasonOf, useDataClient } from '@nemus/area';
import { BillingAddressFields, readBillingForm, type BillingErrors } from '@nemus/area/billing';
import { enterOnInvoice, type BillingAddress, type CourseOnInvoice } from '@nemus/data';
import {
  Alert,
  Button,
  DefinitionList,
  Dialog,
  Form,
  formatCents,
  formatCount,
  formatDate,
  FormError,
  Stack,
} from '@nemus/ui';
import { useId, useState } from 'react';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { enteredText } from './entered-text';

/** Sells a course to a person who calls: shows the price, and asks to whom the invoice goes. */
export function OnInvoiceDialog({
  dateId,
  email,
  offer,
  onBack,
  onClose,
}: {
  dateId: string;
  email: string;
  offer: CourseOnInvoice;
  onBack: () => void;
  onClose: () => void;
}) {
  const client = useDataClient();
  const formId = useId();
  // Chosen once: a repeated click is the same order.
  const [orderId] = useState(() => crypto.randomUUID());
  const [form, setForm] = useState<BillingAddress>(
    offer.address ?? { recipient: offer.name, street: '', extra_line: '', postal_code: '', city: '', country: 'DE' },
  );
  const [errors, setErrors] = useState<BillingErrors>({});
  const sell = useStaffMutation({
    act: (address: BillingAddress) =>
      enterOnInvoice(client, dateId, { id: orderId, email, shownCents: offer.amount_cents, address }),
    done: (entered) => ({
      title: enteredText(entered),
      description: `Rechnung ${entered.number}, zahlbar bis ${formatDate(entered.due_on)}`,
    }),
    failed: 'Niemand wurde eingetragen',
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!sell.isPending}
      title="Auf Rechnung eintragen"
      description="Die Person bekommt Bestätigung und Rechnung per E-Mail. Sie kann den Kauf 14 Tage lang widerrufen."
      actions={
        <>
          <Button disabled={sell.isPending} onClick={onBack}>
            Zurück
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={sell.isPending}>
            {`Für ${formatCents(offer.amount_cents)} eintragen`}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        aria-label="Rechnungsanschrift"
        onSubmit={(event) => {
          event.preventDefault();
          const checked = readBillingForm(form);
          setErrors(checked.errors);
          if (checked.address) sell.mutate(checked.address);
        }}
      >
        <Stack gap={2}>
          <FormError title="Niemand wurde eingetragen" errors={sell.error === null ? [] : [reasonOf(sell.error)]} />
          {offer.is_full && (
            <Alert tone="warning" title="Dieser Termin ist voll">
              Die Person kauft den Kurs und steht für diesen Termin auf der Warteliste. Sie kann auch einen anderen
              wählen.
            </Alert>
          )}
          {offer.open_cents > 0 && (
            <Alert tone="warning" title={`Schon offen: ${formatCents(offer.open_cents)}`}>
              {offer.is_overdue
                ? 'Eine Rechnung dieser Person ist überfällig.'
                : 'Diese Person hat eine Rechnung noch nicht bezahlt.'}
            </Alert>
          )}
          <DefinitionList
            dense
            items={[
              { term: 'Person', value: offer.name },
              { term: 'Kurs', value: offer.title },
              { term: 'Preis', value: formatCents(offer.amount_cents) },
              { term: 'Zahlbar', value: `per Überweisung innerhalb von ${formatCount(offer.days, 'Tag', 'Tagen')}` },
            ]}
          />
          <BillingAddressFields form={form} errors={errors} isOwn={false} onChange={setForm} />
        </Stack>
      </Form>
    </Dialog>
  );
}
