import {
  caseName,
  ENTRY_ATTRIBUTE_VALUES,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  hourCategorySchema,
  type HourCategory,
} from '@nemus/data';
import { Button, FormRow, Row, Section, Select, Stack, Text } from '@nemus/ui';
import type { EntryChoices } from '../week/EntryFields';
import { HOUR_FIELD_LABELS, VALUE_FIELDS, type HourTable, type ValueField } from './hour-columns';
import { NEW_CASE, NONE, suggestedFor, valuesOf, type HourChoices } from './hour-rows';

const WITHOUT: Readonly<Partial<Record<ValueField, string>>> = {
  category: 'Nicht übernehmen',
  case: 'Ohne Fall',
  site: 'Ohne Stätte',
  confirmer: 'Ohne Person',
};

function optionsFor(field: ValueField, { cases, sites, confirmers }: EntryChoices) {
  if (field === 'category') return HOUR_CATEGORIES.map((value) => ({ value, label: HOUR_CATEGORY_LABELS[value] }));
  if (field === 'site') return sites.map(({ id, name }) => ({ value: id, label: name }));
  if (field === 'case') {
    return [
      { value: NEW_CASE, label: 'Neuer Fall' },
      ...cases.map((one) => ({ value: one.id, label: `Fall ${caseName(one)}` })),
    ];
  }
  if (field === 'confirmer') {
    return confirmers.map(({ id, name, institution }) => ({ value: id, label: `${name} (${institution})` }));
  }
  return Object.entries(ENTRY_ATTRIBUTE_VALUES[field]).map(([value, label]) => ({ value, label }));
}

/** What the words of a list stand for in the logbook, and what rows without one get. */
export function HourValues({
  table,
  choices,
  lists,
  onValues,
  onCategory,
  onConfirmer,
}: {
  table: HourTable;
  choices: HourChoices;
  lists: EntryChoices;
  onValues: (field: ValueField, values: ReadonlyMap<string, string>) => void;
  onCategory: (category: HourCategory) => void;
  onConfirmer: (id: string | null) => void;
}) {
  const columns = VALUE_FIELDS.filter((field) => table.columns.some((column) => column.field === field));
  const chosenFor = (field: ValueField, cell: string) =>
    choices.values[field]?.get(cell) ?? suggestedFor(field, cell, lists);
  const unknown = valuesOf(table, 'case').filter((cell) => chosenFor('case', cell) === NONE);
  return (
    <Section title="Zuordnung" description="Was die Wörter Ihrer Liste im Logbuch bedeuten.">
      {columns.map((field) => (
        <Stack key={field} gap={1} role="group" aria-label={HOUR_FIELD_LABELS[field]}>
          <Text strong>{HOUR_FIELD_LABELS[field]}</Text>
          {field === 'case' && (
            <Row>
              <Text variant="small" tone="muted">
                Was in dieser Spalte steht, wird nicht gespeichert: Ein Fall hat nur seinen Code.
              </Text>
              {unknown.length > 0 && (
                <Button
                  size="small"
                  onClick={() =>
                    onValues(
                      'case',
                      new Map([...(choices.values.case ?? []), ...unknown.map((cell) => [cell, NEW_CASE] as const)]),
                    )
                  }
                >
                  {`Für alle ${unknown.length} ohne Fall einen neuen anlegen`}
                </Button>
              )}
            </Row>
          )}
          <FormRow>
            {valuesOf(table, field).map((cell) => (
              <Select
                key={cell}
                label={cell}
                options={[...optionsFor(field, lists), { value: NONE, label: WITHOUT[field] ?? 'Keine Angabe' }]}
                value={chosenFor(field, cell)}
                onChange={({ target }) => onValues(field, new Map(choices.values[field]).set(cell, target.value))}
              />
            ))}
          </FormRow>
        </Stack>
      ))}
      <FormRow>
        {!columns.includes('category') && (
          <Select
            label="Art aller Zeilen"
            placeholder={choices.category === null ? 'Bitte wählen' : undefined}
            options={optionsFor('category', lists)}
            value={choices.category ?? ''}
            onChange={({ target }) => {
              const chosen = hourCategorySchema.safeParse(target.value);
              if (chosen.success) onCategory(chosen.data);
            }}
          />
        )}
        <Select
          label={columns.includes('confirmer') ? 'Wer bestätigt, wo nichts steht' : 'Wer bestätigt'}
          placeholder="Später angeben"
          options={optionsFor('confirmer', lists)}
          value={choices.confirmer ?? ''}
          onChange={({ target }) => onConfirmer(target.value === '' ? null : target.value)}
        />
      </FormRow>
    </Section>
  );
}
