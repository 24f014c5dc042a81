import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  gatheredPaymentsQuery,
  institutionSettingsQuery,
  INVOICE_FREQUENCIES,
  invoiceChoicesQuery,
  saveInstitutionSettings,
  saveInvoiceChoices,
  type InstitutionSettings,
  type InvoiceChoices,
} from '@nemus/data';
import { formatCents, formatDate, Select, SkeletonCard, Text, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { FREQUENCY_LABELS, invoiceFormSchema, type InvoiceFormValues } from './settings-rules';
import { SettingsForm } from './SettingsForm';

const INTERVALS = [
  { value: 'single', label: 'Sofort, für jede Zahlung einzeln' },
  ...INVOICE_FREQUENCIES.map((value) => ({ value, label: `Sammelrechnung, ${FREQUENCY_LABELS[value].toLowerCase()}` })),
];
const FORMATS = [
  { value: 'zugferd', label: 'ZUGFeRD (PDF mit E-Rechnung)' },
  { value: 'xrechnung', label: 'XRechnung (Behörden)' },
];

/** How the institution gets its invoices: interval, format, reference. */
export function InvoiceForm({ settings }: { settings: InstitutionSettings }) {
  const client = useDataClient();
  const { userId } = useSession();
  const query = useQuery(invoiceChoicesQuery(client, userId));
  return (
    <QueryPart query={query} title="Form Ihrer Rechnungen" loading={<SkeletonCard lines={4} />}>
      {(choices) => <Form settings={settings} choices={choices} />}
    </QueryPart>
  );
}

function Form({ settings, choices }: { settings: InstitutionSettings; choices: InvoiceChoices }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const gathered = useQuery(gatheredPaymentsQuery(client, userId));
  const form = useForm<InvoiceFormValues>({
    resolver: zodResolver(invoiceFormSchema),
    defaultValues: {
      interval: choices.is_collected ? settings.invoice_frequency : 'single',
      format: choices.format,
      buyer_reference: choices.buyer_reference,
    },
  });
  const save = useAction({
    mutationFn: async ({ interval, ...form }: InvoiceFormValues) => {
      // The interval first: payments that come between the two are gathered as before.
      const saved =
        interval === 'single' ? settings : await saveInstitutionSettings(client, { invoice_frequency: interval });
      const chosen = { ...form, is_collected: interval !== 'single' };
      await saveInvoiceChoices(client, chosen);
      return { saved, chosen };
    },
    onSuccess: ({ saved, chosen }) => {
      queries.setQueryData(institutionSettingsQuery(client, userId).queryKey, saved);
      queries.setQueryData(invoiceChoicesQuery(client, userId).queryKey, chosen);
      void queries.invalidateQueries({ queryKey: gatheredPaymentsQuery(client, userId).queryKey });
      form.reset(form.getValues());
      notify({ kind: 'success', title: 'Einstellungen gespeichert' });
    },
    onError: (error) =>
      notify({ kind: 'error', title: 'Einstellungen nicht gespeichert', description: reasonOf(error) }),
  });
  const { errors, isDirty } = form.formState;
  return (
    <SettingsForm
      title="Rechnungen"
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      dirty={isDirty}
      saving={save.isPending}
    >
      <Select
        label="Rechnungsintervall"
        options={INTERVALS}
        hint="Zahlungen eines Zeitraums kommen an dessen Ende auf eine Rechnung, spätestens sechs Monate nach der Zahlung (§ 14 Abs. 2 UStG). Die Bestätigung einer Zahlung bekommen Sie immer sofort."
        {...form.register('interval')}
      />
      {gathered.data && gathered.data.payments > 0 && gathered.data.next_on !== null && (
        <Text variant="small" tone="muted">
          Gesammelt: {gathered.data.payments === 1 ? '1 Zahlung' : `${gathered.data.payments} Zahlungen`} über{' '}
          {formatCents(gathered.data.amount_cents)}, nächste Sammelrechnung am {formatDate(gathered.data.next_on)}. Wenn
          Sie zu einzelnen Rechnungen wechseln, kommt sie in der folgenden Nacht.
        </Text>
      )}
      <Select label="Format" options={FORMATS} {...form.register('format')} />
      {gathered.data?.has_phone === false && (
        <Text variant="small" tone="muted">
          Für XRechnung fehlt uns derzeit eine Telefonnummer. Wählen Sie sie trotzdem, bekommen Sie bis dahin
          E-Rechnungen nach EN 16931 (ZUGFeRD).
        </Text>
      )}
      <TextField
        label="Käuferreferenz oder Leitweg-ID"
        optional
        hint="Steht auf künftigen Rechnungen (BT-10). Für XRechnung ist sie Pflicht."
        error={errors.buyer_reference?.message}
        {...form.register('buyer_reference')}
      />
    </SettingsForm>
  );
}
