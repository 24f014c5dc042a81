import type { TeachingDate } from '@nemus/data';
import { Chip, formatCount, Row, StatusChip } from '@nemus/ui';

/** State of a date: places, waiting list, missing attendance, draft, cancelled, conflicts; each in words. */
export function DateChips({ date }: { date: TeachingDate }) {
  const { taken, capacity, waiting, cancelled_at, is_draft, unticked, conflicts } = date;
  if (cancelled_at !== null)
    return (
      <Row gap={0.5}>
        <StatusChip tone="error">Abgesagt</StatusChip>
      </Row>
    );
  return (
    <Row gap={0.5}>
      <StatusChip tone={taken >= capacity ? 'warning' : 'success'}>
        {taken} von {formatCount(capacity, 'Platz', 'Plätzen')} belegt
      </StatusChip>
      {waiting > 0 && <Chip>{waiting} auf der Warteliste</Chip>}
      {unticked > 0 && (
        <StatusChip tone="warning">{`Anwesenheit offen: ${formatCount(unticked, 'Person', 'Personen')}`}</StatusChip>
      )}
      {is_draft && <Chip>Kurs ist ein Entwurf</Chip>}
      {conflicts.length > 0 && (
        <Chip tone="error" icon="warning">
          Konflikt
        </Chip>
      )}
    </Row>
  );
}
