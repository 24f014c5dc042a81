import { useCallback } from 'react';
import { useTypedValue } from '@nemus/area';
import { caseName, HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, type LogbookState } from '@nemus/data';
import { Button, DateField, FormRow, Row, SearchField, Select, Stack } from '@nemus/ui';
import type { EntryChoices } from '../week/EntryFields';
import { entriesAddressSchema, writeEntriesAddress, type EntriesAddress } from './entries-address';

export const STATE_LABELS: Readonly<Record<LogbookState, string>> = {
  draft: 'Gespeichert',
  submitted: 'Eingereicht',
  returned: 'Zurückgegeben',
  confirmed: 'Bestätigt',
};
const NONE = { value: 'none', label: 'Ohne Angabe' } as const;

/** The search and the filters of the list; each change is in the address. */
export function EntryFilters({
  address,
  choices,
  onChange,
}: {
  address: EntriesAddress;
  choices: EntryChoices;
  /** Must keep its identity between renders. */
  onChange: (change: Partial<EntriesAddress>) => void;
}) {
  const commit = useCallback((suche: string) => onChange({ suche }), [onChange]);
  const [typed, setTyped] = useTypedValue(address.suche, commit);
  const set = (name: keyof EntriesAddress) => (event: { target: { value: string } }) =>
    onChange({ [name]: entriesAddressSchema.shape[name].parse(event.target.value) });
  const isFiltered = writeEntriesAddress({ ...address, seite: 1 }).size > 0;
  return (
    <Stack gap={1.5}>
      <SearchField
        label="Einträge suchen"
        placeholder="Notiz, Fall, Stätte, Name oder Aussteller"
        value={typed}
        onChange={setTyped}
      />
      <FormRow>
        <Select
          label="Zustand"
          placeholder="Alle"
          options={Object.entries(STATE_LABELS).map(([value, label]) => ({ value, label }))}
          value={address.zustand}
          onChange={set('zustand')}
        />
        <Select
          label="Kategorie"
          placeholder="Alle"
          options={HOUR_CATEGORIES.map((value) => ({ value, label: HOUR_CATEGORY_LABELS[value] }))}
          value={address.art}
          onChange={set('art')}
        />
        <Select
          label="Stätte"
          placeholder="Alle"
          options={[...choices.sites.map(({ id, name }) => ({ value: id, label: name })), NONE]}
          value={address.staette}
          onChange={set('staette')}
        />
        <Select
          label="Fall"
          placeholder="Alle"
          options={[...choices.cases.map((one) => ({ value: one.id, label: caseName(one) })), NONE]}
          value={address.fall}
          onChange={set('fall')}
        />
        <Select
          label="Wer bestätigt"
          placeholder="Alle"
          options={[...choices.confirmers.map(({ id, name }) => ({ value: id, label: name })), NONE]}
          value={address.wer}
          onChange={set('wer')}
        />
        <DateField label="Von" value={address.von} onChange={set('von')} />
        <DateField label="Bis" value={address.bis} onChange={set('bis')} />
      </FormRow>
      {isFiltered && (
        <Row>
          <Button
            size="small"
            variant="quiet"
            icon="close"
            onClick={() => onChange(entriesAddressSchema.parse({ suche: '' }))}
          >
            Alle Filter entfernen
          </Button>
        </Row>
      )}
    </Stack>
  );
}
