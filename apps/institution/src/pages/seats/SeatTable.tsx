import type { Seat } from '@nemus/data';
import { Button, Row, StatusChip } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import type { SeatChange } from './SeatDialog';
import { holderOf, SEAT_STATE_WORDS, seatDates } from './seat-words';

/** Places with holder, progress, and actions. */
export function SeatTable({ seats, onChange }: { seats: readonly Seat[]; onChange: (change: SeatChange) => void }) {
  const columns: readonly Column<Seat>[] = [
    { key: 'course', header: 'Kurs', cell: ({ course_name: name }) => name },
    { key: 'holder', header: 'Wer', cell: holderOf },
    { key: 'state', header: 'Stand', cell: (seat) => <State seat={seat} /> },
    { key: 'dates', header: 'Zeitraum', cell: seatDates },
    {
      key: 'actions',
      header: 'Aktionen',
      hideHeader: true,
      cell: (seat) => <Actions seat={seat} onChange={onChange} />,
    },
  ];
  return (
    <DataTable
      caption="Plätze"
      columns={columns}
      rows={seats}
      rowKey={(seat) => [seat.booking_id, seat.trainee_id, seat.number, seat.course_id].join(' ')}
    />
  );
}

function State({ seat }: { seat: Seat }) {
  const { label, tone } = SEAT_STATE_WORDS[seat.state];
  return <StatusChip tone={tone}>{label}</StatusChip>;
}

function Actions({ seat, onChange }: { seat: Seat; onChange: (change: SeatChange) => void }) {
  const named = `${seat.course_name}, ${holderOf(seat)}`;
  const give = seat.state === 'free' ? 'Zuordnen' : 'Übertragen';
  if (!seat.can_move && seat.back === null) return null;
  return (
    <Row gap={1} justify="end">
      {seat.can_move && (
        <Button size="small" aria-label={`${give}: ${named}`} onClick={() => onChange({ kind: 'give', seat })}>
          {give}
        </Button>
      )}
      {seat.back !== null && (
        <Button size="small" aria-label={`Zurücknehmen: ${named}`} onClick={() => onChange({ kind: 'take', seat })}>
          Zurücknehmen
        </Button>
      )}
    </Row>
  );
}
