import { useId, useState } from 'react';
import { useSession } from '@nemus/contract/react';
import { BILLING_COUNTRIES, type BillingAddress } from '@nemus/data';
import { Button, Dialog, Form, FormRow, Select, Stack, TextField } from '@nemus/ui';
import { z } from 'zod';
import { billingFormOf, billingFormSchema, COUNTRY_LABELS } from './billing-address';

const COUNTRIES = BILLING_COUNTRIES.map((value) => ({ value, label: COUNTRY_LABELS[value] }));
type Errors = Readonly<Partial<Record<keyof BillingAddress, readonly string[]>>>;

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
  const [errors, setErrors] = useState<Errors>({});
  const field = (name: 'recipient' | 'street' | 'extra_line' | 'postal_code' | 'city') => ({
    name,
    value: form[name],
    error: errors[name]?.[0],
    onChange: ({ target }: { target: { value: string } }) => setForm((now) => ({ ...now, [name]: target.value })),
  });
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
          const checked = billingFormSchema.safeParse(form);
          setErrors(checked.success ? {} : z.flattenError(checked.error).fieldErrors);
          if (checked.success) onSubmit(checked.data);
        }}
      >
        <Stack gap={2}>
          <TextField label="Name oder Firma" autoComplete="billing organization" {...field('recipient')} />
          <TextField label="Straße und Hausnummer" autoComplete="billing address-line1" {...field('street')} />
          <TextField
            label="Adresszusatz (optional)"
            hint="Zum Beispiel Abteilung, Etage oder c/o"
            autoComplete="billing address-line2"
            {...field('extra_line')}
          />
          <FormRow>
            <TextField
              label="Postleitzahl"
              inputMode="numeric"
              autoComplete="billing postal-code"
              {...field('postal_code')}
            />
            <TextField label="Ort" autoComplete="billing address-level2" {...field('city')} />
          </FormRow>
          <Select
            label="Land"
            options={COUNTRIES}
            autoComplete="billing country"
            value={form.country}
            onChange={({ target }) =>
              setForm((now) => ({
                ...now,
                country: BILLING_COUNTRIES.find((country) => country === target.value) ?? now.country,
              }))
            }
          />
        </Stack>
      </Form>
    </Dialog>
  );
}
