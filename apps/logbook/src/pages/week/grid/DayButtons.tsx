import { Button, Row, VisuallyHidden } from '@nemus/ui';
import { dayLabel } from '../../../week/week';

/** The days of a week on a phone, one of which is shown. */
export function DayButtons({
  days,
  shown,
  minutesOf,
  onChoose,
}: {
  days: readonly string[];
  shown: number;
  /** Sum of a day, in words. */
  minutesOf: (day: string) => string;
  onChoose: (day: number) => void;
}) {
  return (
    <Row role="group" aria-label="Tag" gap={0.5} wrap={false}>
      {days.map((day, place) => (
        <Button
          key={day}
          size="small"
          variant={place === shown ? 'primary' : 'secondary'}
          aria-pressed={place === shown}
          style={{ flex: '1 1 0', minWidth: 0, paddingInline: 0 }}
          onClick={() => onChoose(place)}
        >
          <span aria-hidden="true">{dayLabel(day).slice(0, 2)}</span>
          <VisuallyHidden>{`${dayLabel(day)}: ${minutesOf(day)}`}</VisuallyHidden>
        </Button>
      ))}
    </Row>
  );
}
