import { ColumnSelects } from '@nemus/area/tables';
import { Alert, formatCount, Section, Select } from '@nemus/ui';
import { HOUR_FIELD_LABELS, type HourField, type HourTable } from './hour-columns';
import { HOUR_UNIT_LABELS, HOUR_UNITS, type HourUnit } from './read-hours';

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
      <ColumnSelects columns={columns} labels={HOUR_FIELD_LABELS} onChoose={onField}>
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
      </ColumnSelects>
    </Section>
  );
}
