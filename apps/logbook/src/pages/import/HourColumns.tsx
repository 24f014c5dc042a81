import { Alert, FormRow, formatCount, Section, Select } from '@nemus/ui';
import { HOUR_FIELD_LABELS, type HourField, type HourTable } from './hour-columns';
import { HOUR_UNIT_LABELS, HOUR_UNITS, type HourUnit } from './read-hours';

const FIELDS = Object.entries(HOUR_FIELD_LABELS).map(([value, label]) => ({ value, label }));
const isField = (value: string): value is HourField => value in HOUR_FIELD_LABELS;
const SHORT = 40;

/** Shows what each column contains, and lets people change it. */
export function HourColumns({
  table: { columns, above },
  missing,
  unit,
  onField,
  onUnit,
}: {
  table: HourTable;
  /** What is missing before hours can be read; null if nothing is. */
  missing: string | null;
  /** Undefined: every duration names its unit. */
  unit: HourUnit | null | undefined;
  onField: (place: number, field: HourField) => void;
  onUnit: (unit: HourUnit) => void;
}) {
  return (
    <Section
      title="Spalten"
      description={
        above === 0 ? undefined : `${formatCount(above, 'Zeile', 'Zeilen')} über der Überschrift übersprungen.`
      }
    >
      {missing !== null && (
        <Alert tone="warning" title={missing}>
          Vorher kann aus dieser Liste nichts übernommen werden.
        </Alert>
      )}
      <FormRow>
        {columns.map(({ label, field }, place) => (
          <Select
            // Columns have no name of their own.
            key={`${place} ${label}`}
            label={`Spalte ${place + 1}: ${label.length > SHORT ? `${label.slice(0, SHORT)}…` : label}`}
            placeholder={field === null ? 'Bitte wählen' : undefined}
            options={FIELDS}
            value={field ?? ''}
            onChange={({ target }) => {
              if (isField(target.value)) onField(place, target.value);
            }}
          />
        ))}
        {unit !== undefined && (
          <Select
            label="Zahlen in der Spalte Dauer sind"
            placeholder={unit === null ? 'Bitte wählen' : undefined}
            options={HOUR_UNITS.map((value) => ({ value, label: HOUR_UNIT_LABELS[value] }))}
            value={unit ?? ''}
            onChange={({ target }) => {
              const chosen = HOUR_UNITS.find((each) => each === target.value);
              if (chosen) onUnit(chosen);
            }}
          />
        )}
      </FormRow>
    </Section>
  );
}
