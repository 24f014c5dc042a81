import { ColumnSelects, FIELD_LABELS, type ColumnField } from '@nemus/area/tables';
import { Alert, formatCount, Section } from '@nemus/ui';
import type { InvitationList } from './invitation-list';

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
      <ColumnSelects columns={columns} labels={FIELD_LABELS} onChoose={onChoose} />
    </Section>
  );
}
