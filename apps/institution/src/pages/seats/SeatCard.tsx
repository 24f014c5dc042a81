import type { Seat } from '@nemus/data';
import { Button, Card, Row, StatusChip, Text } from '@nemus/ui';
import type { SeatChange } from './SeatDialog';
import { holderOf, SEAT_STATE_WORDS, seatDates } from './seat-words';

/** One place: its holder, progress, and actions. */
export function SeatCard({ seat, onChange }: { seat: Seat; onChange: (change: SeatChange) => void }) {
  const { label, tone } = SEAT_STATE_WORDS[seat.state];
  const holder = holderOf(seat);
  const named = `${seat.course_name}, ${holder}`;
  return (
    <Card as="li" level={2} title={seat.course_name} aside={<StatusChip tone={tone}>{label}</StatusChip>}>
      <Text variant="small">{holder}</Text>
      <Text variant="small" tone="muted">
        {seatDates(seat)}
      </Text>
      {(seat.can_move || seat.back !== null) && (
        <Row>
          {seat.can_move && (
            <Button
              size="small"
              aria-label={`${seat.state === 'free' ? 'Zuordnen' : 'Übertragen'}: ${named}`}
              onClick={() => onChange({ kind: 'give', seat })}
            >
              {seat.state === 'free' ? 'Zuordnen' : 'Übertragen'}
            </Button>
          )}
          {seat.back !== null && (
            <Button size="small" aria-label={`Zurücknehmen: ${named}`} onClick={() => onChange({ kind: 'take', seat })}>
              Zurücknehmen
            </Button>
          )}
        </Row>
      )}
    </Card>
  );
}
