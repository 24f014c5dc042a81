import { useState } from 'react';
import { LeaveGuard } from '@nemus/area';
import { Slot } from '@nemus/contract/react';
import { COMPETENCY_LABELS, type Course } from '@nemus/data';
import {
  Alert,
  Box,
  Button,
  Card,
  DefinitionList,
  formatEuro,
  formatNumber,
  formatUnits,
  Row,
  Skeleton,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { dayFromNow } from '../../bookings/berlin-day';
import { ParticipantPicker, type Participants } from './ParticipantPicker';
import { useParticipants } from './useParticipants';

/** Days until a course begins unless another day is chosen. */
const USUAL_LEAD = 14;
/** How far ahead a course can be booked, in days; the database allows two years. */
const LONGEST_LEAD = 730;

/** For whom and from when; the payments area's slot then sells it, after one confirmation with the total. */
export function BookingForm({ course }: { course: Course }) {
  const [now] = useState(() => new Date());
  const [first, last] = [dayFromNow(now, 0), dayFromNow(now, LONGEST_LEAD)];
  const [startsOn, setStartsOn] = useState(() => dayFromNow(now, USUAL_LEAD));
  const [chosen, setChosen] = useParticipants(course.id);
  const [, setParams] = useSearchParams();
  const startFits = startsOn >= first && startsOn <= last;
  const leave = () =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete('kurs');
      return next;
    });

  return (
    <Stack as="section" gap={2.5} aria-label={`Kurs buchen: ${course.title}`}>
      <LeaveGuard when={chosen.size > 0} />
      <Row>
        <Button variant="quiet" icon="arrow-left" onClick={leave}>
          Anderen Kurs wählen
        </Button>
      </Row>
      <Card
        title={course.title}
        level={2}
        as="div"
        subtitle={`${COMPETENCY_LABELS[course.competency]} · ${course.difficulty} · ${formatUnits(course.duration_hours)}`}
      >
        <Text variant="small" numeric>
          {formatNumber(course.credit_cost)} Credits oder {formatEuro(course.price_euros)} je teilnehmende Person
        </Text>
      </Card>
      <Card title="1. Teilnehmende" level={2} as="div" aside={<Text variant="small">{chosen.size} ausgewählt</Text>}>
        <ParticipantPicker courseId={course.id} chosen={chosen} onChange={setChosen} />
      </Card>
      <Card title="2. Beginn" level={2} as="div">
        <Box sx={{ maxWidth: { sm: '16rem' } }}>
          <TextField
            label="Erster Kurstag"
            type="date"
            min={first}
            max={last}
            value={startsOn}
            onChange={({ target }) => setStartsOn(target.value)}
            error={startFits ? undefined : 'Bitte wählen Sie einen Tag ab heute und höchstens zwei Jahre im Voraus.'}
          />
        </Box>
      </Card>
      <Card title="3. Zahlung" level={2} as="div">
        {chosen.size > 0 && startFits ? (
          <Stack gap={2}>
            <DefinitionList dense items={[{ term: 'Teilnehmende', value: namesOf(chosen) }]} />
            <Purchase course={course} traineeIds={[...chosen.keys()]} startsOn={startsOn} />
          </Stack>
        ) : (
          <Text variant="small" tone="muted" role="status">
            {chosen.size === 0
              ? 'Bitte wählen Sie mindestens eine Person aus. Danach sehen Sie hier den Gesamtpreis.'
              : 'Bitte wählen Sie den ersten Kurstag.'}
          </Text>
        )}
      </Card>
    </Stack>
  );
}

/** The payments area's purchase buttons for all participants. */
function Purchase(booking: { course: Course; traineeIds: readonly string[]; startsOn: string }) {
  const { course, traineeIds, startsOn } = booking;
  return (
    <Slot
      name="course-purchase"
      props={{
        courseId: course.id,
        courseTitle: course.title,
        priceEuros: course.price_euros,
        creditCost: course.credit_cost,
        enrolled: false,
        traineeIds,
        startsOn,
      }}
      loading={
        <Stack gap={2}>
          <Skeleton width="100%" height={24} />
          <Skeleton width="18rem" height={40} />
        </Stack>
      }
      fallback={
        <Alert tone="warning" title="Die Buchung ist gerade nicht möglich">
          Zahlungen sind im Moment nicht verfügbar. Ihre Auswahl bleibt hier stehen; bitte versuchen Sie es später noch
          einmal.
        </Alert>
      }
    />
  );
}

/** Names of whom the course is for; of a long list the first ones. */
function namesOf(chosen: Participants): string {
  const names = [...chosen.values()];
  const rest = names.length - 8;
  return rest > 0 ? `${names.slice(0, 8).join(', ')} und ${formatNumber(rest)} weitere` : names.join(', ');
}
