import { BILLING_COUNTRIES, type BillingAddress } from '@nemus/data';
import { FormRow, Select, Stack, TextField } from '@nemus/ui';
import { COUNTRY_LABELS, type BillingErrors } from './billing-address';

const COUNTRIES = BILLING_COUNTRIES.map((value) => ({ value, label: COUNTRY_LABELS[value] }));

/** The fields of an address for invoices, of the account or of another person. */
export function BillingAddressFields({
  form,
  errors,
  isOwn = true,
  onChange,
}: {
  form: BillingAddress;
  errors: BillingErrors;
  /** Of the account itself: the browser may fill it in. */
  isOwn?: boolean;
  onChange: (form: BillingAddress) => void;
}) {
  const field = (name: 'recipient' | 'street' | 'extra_line' | 'postal_code' | 'city', kind: string) => ({
    name,
    autoComplete: isOwn ? `billing ${kind}` : 'off',
    value: form[name],
    error: errors[name]?.[0],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...form, [name]: target.value }),
  });
  return (
    <Stack gap={2}>
      <TextField label="Name oder Firma" {...field('recipient', 'organization')} />
      <TextField label="Straße und Hausnummer" {...field('street', 'address-line1')} />
      <TextField
        label="Adresszusatz (optional)"
        hint="Zum Beispiel Abteilung, Etage oder c/o"
        {...field('extra_line', 'address-line2')}
      />
      <FormRow>
        <TextField label="Postleitzahl" inputMode="numeric" {...field('postal_code', 'postal-code')} />
        <TextField label="Ort" {...field('city', 'address-level2')} />
      </FormRow>
      <Select
        label="Land"
        options={COUNTRIES}
        autoComplete={isOwn ? 'billing country' : 'off'}
        value={form.country}
        onChange={({ target }) =>
          onChange({
            ...form,
            country: BILLING_COUNTRIES.find((country) => country === target.value) ?? form.country,
          })
        }
      />
    </Stack>
  );
}
