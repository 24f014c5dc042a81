import { useId, useState } from 'react';
import { useSession } from '@nemus/contract/react';
import type { BillingAddress } from '@nemus/data';
import { Button, Dialog, Form } from '@nemus/ui';
import { billingFormOf, readBillingForm, type BillingErrors } from './billing-address';
import { BillingAddressFields } from './BillingAddressFields';

/** Asks for the invoice address. It passes valid data on, synchronously in the click. */
export function BillingAddressDialog({
  address,
  submitLabel,
  busy,
  onSubmit,
  onClose,
}: {
  /** The stored one. */
  address: BillingAddress | null;
  submitLabel: string;
  busy: boolean;
  onSubmit: (address: BillingAddress) => void;
  onClose: () => void;
}) {
  const id = useId();
  const { profile } = useSession();
  const [form, setForm] = useState(() => billingFormOf(address, profile));
  const [errors, setErrors] = useState<BillingErrors>({});
  return (
    <Dialog
      open
      title="Rechnungsanschrift"
      description="An wen Ihre Rechnungen gehen. Wir merken uns die Anschrift für den nächsten Kauf."
      closable={!busy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Abbrechen
          </Button>
          <Button type="submit" form={id} variant="primary" loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        aria-label="Rechnungsanschrift"
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may be inside another form.
          event.stopPropagation();
          const checked = readBillingForm(form);
          setErrors(checked.errors);
          if (checked.address) onSubmit(checked.address);
        }}
      >
        <BillingAddressFields form={form} errors={errors} onChange={setForm} />
      </Form>
    </Dialog>
  );
}
