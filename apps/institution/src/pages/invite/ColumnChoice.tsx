import { FIELD_LABELS, type ColumnField } from '@nemus/area/tables';
import { Alert, FormRow, formatCount, Section, Select } from '@nemus/ui';
import type { InvitationList } from './invitation-list';

const OPTIONS = Object.entries(FIELD_LABELS).map(([value, label]) => ({ value, label }));
const isField = (value: string): value is ColumnField => value in FIELD_LABELS;

/** Shows what each column of a table contains, and lets people change it. */
export function ColumnChoice({
  list: { columns, isWithoutHead, missing, above },
  onChoose,
}: {
  list: InvitationList;
  onChoose: (place: number, field: ColumnField) => void;
}) {
  return (
    <Section
      title="Spalten"
      description={
        above === 0 ? undefined : `${formatCount(above, 'Zeile', 'Zeilen')} über der Überschrift übersprungen.`
      }
    >
      {missing !== null ? (
        <Alert tone="warning" title={missing}>
          Vorher kann aus dieser Liste niemand eingeladen werden.
        </Alert>
      ) : isWithoutHead ? (
        <Alert tone="info" title="Die Liste hat keine Überschrift">
          Bitte prüfen Sie, ob Vor- und Nachname in den richtigen Spalten stehen.
        </Alert>
      ) : null}
      <FormRow>
        {columns.map(({ label, field }, place) => (
          <Select
            // Columns have no name of their own.
            key={`${place} ${label}`}
            label={`Spalte ${place + 1}: ${label.length > 40 ? `${label.slice(0, 40)}…` : label}`}
            placeholder={field === null ? 'Bitte wählen' : undefined}
            options={OPTIONS}
            value={field ?? ''}
            onChange={({ target }) => {
              if (isField(target.value)) onChoose(place, target.value);
            }}
          />
        ))}
      </FormRow>
    </Section>
  );
}
