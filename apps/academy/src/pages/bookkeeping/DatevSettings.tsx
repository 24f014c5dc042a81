import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import {
  type BookkeepingSettings,
  bookkeepingSettingsQuery,
  DataError,
  plainCode,
  REVENUE_KEYS,
  setBookkeeping,
} from '@nemus/data';
import { Button, Card, Form, FormRow, Row, Select, SkeletonCard, Stack, Text, TextField } from '@nemus/ui';

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Date(2026, index, 1).toLocaleDateString('de-DE', { month: 'long' }),
}));
const LENGTHS = ['4', '5', '6', '7', '8'].map((value) => ({ value, label: `${value} Stellen` }));
const REVENUE: Readonly<Record<(typeof REVENUE_KEYS)[number], string>> = {
  '19': 'Erlöse 19 %',
  '7': 'Erlöse 7 %',
  '0': 'Erlöse steuerfrei',
  AE: 'Erlöse Reverse Charge',
  O: 'Erlöse nicht steuerbar',
  voucher: 'Mehrzweck-Gutscheine',
};

/** Numbers from the tax adviser and accounts of the export. */
export function DatevSettings() {
  const query = useQuery(bookkeepingSettingsQuery(useDataClient()));
  return (
    <QueryPart query={query} title="Einstellungen für DATEV" loading={<SkeletonCard lines={6} />}>
      {(settings) => <SettingsForm settings={settings} />}
    </QueryPart>
  );
}

function SettingsForm({ settings }: { settings: BookkeepingSettings }) {
  const id = useId();
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [form, setForm] = useState(settings);
  /** The field that the database refused. */
  const [refused, setRefused] = useState<{ readonly field: string; readonly reason: string } | null>(null);
  const save = useAction({
    mutationFn: () => setBookkeeping(client, form),
    onSuccess: () => {
      setRefused(null);
      queries.setQueryData(bookkeepingSettingsQuery(client).queryKey, form);
      notify({ kind: 'success', title: 'Einstellungen für DATEV gespeichert' });
    },
    onError: (error) => {
      const field = error instanceof DataError ? error.field : undefined;
      setRefused(field === undefined ? null : { field, reason: reasonOf(error) });
      notify({ kind: 'error', title: 'Einstellungen nicht gespeichert', description: reasonOf(error) });
    },
  });
  const field = (
    name: string,
    label: string,
    value: string,
    change: (typed: string) => Partial<BookkeepingSettings>,
  ) => (
    <TextField
      key={name}
      label={label}
      inputMode="numeric"
      value={value}
      error={refused?.field === name ? refused.reason : undefined}
      onChange={({ target }) => setForm({ ...form, ...change(plainCode(target.value)) })}
    />
  );
  return (
    <Card title="Einstellungen für DATEV" level={2}>
      <Text tone="muted">Die Nummern nennt Ihre Steuerberatung. Vorgegeben sind Konten des SKR03.</Text>
      <Form
        id={id}
        aria-label="Einstellungen für DATEV"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap={2}>
          <FormRow>
            {field('consultant', 'Beraternummer', form.consultant, (consultant) => ({ consultant }))}
            {field('client', 'Mandantennummer', form.client, (value) => ({ client: value }))}
          </FormRow>
          <FormRow>
            <Select
              label="Wirtschaftsjahr beginnt im"
              options={MONTHS}
              value={String(form.year_starts)}
              onChange={({ target }) => setForm({ ...form, year_starts: Number(target.value) })}
            />
            <Select
              label="Länge der Sachkonten"
              options={LENGTHS}
              value={String(form.account_length)}
              onChange={({ target }) => setForm({ ...form, account_length: Number(target.value) })}
            />
          </FormRow>
          <FormRow>
            {field('money_account', 'Geldkonto', form.money_account, (value) => ({ money_account: value }))}
            {field('balance_account', 'Guthaben aus Wechseln', form.balance_account, (value) => ({
              balance_account: value,
            }))}
            {field('fee_account', 'Gebühren', form.fee_account, (value) => ({ fee_account: value }))}
          </FormRow>
          <FormRow>
            {field('receivable_account', 'Forderungen', form.receivable_account, (value) => ({
              receivable_account: value,
            }))}
            {field('bank_account', 'Bankkonto', form.bank_account, (value) => ({ bank_account: value }))}
          </FormRow>
          {[REVENUE_KEYS.slice(0, 3), REVENUE_KEYS.slice(3)].map((keys) => (
            <FormRow key={keys.join()}>
              {keys.map((key) =>
                field(key, REVENUE[key], form.revenue_accounts[key] ?? '', (account) => ({
                  revenue_accounts: { ...form.revenue_accounts, [key]: account },
                })),
              )}
            </FormRow>
          ))}
          <Row>
            <Button type="submit" loading={save.isPending}>
              Speichern
            </Button>
          </Row>
        </Stack>
      </Form>
    </Card>
  );
}
