import { useEffect, useState } from 'react';
import { LeaveGuard } from '@nemus/area';
import { DatesToFollow, useDatesToFollow, WithSavedDate } from '@nemus/area/catalogue';
import { COMPETENCY_LABELS, readRefusal, type Course } from '@nemus/data';
import {
  Box,
  Button,
  Card,
  DefinitionList,
  formatEuro,
  formatNumber,
  formatUnits,
  isDay,
  RadioGroup,
  Row,
  Stack,
  Text,
} from '@nemus/ui';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../paths';
import { RulesBeforeBooking } from '../../bookings/BookingRules';
import { dayFromNow, firstDays } from '../../bookings/first-days';
import { ApprovalRequest } from './ApprovalRequest';
import { CourseDates } from './CourseDates';
import { CoursePurchase } from '../../bookings/CoursePurchase';
import { OwnPurchase } from './OwnPurchase';
import { ParticipantPicker, type Participants } from './ParticipantPicker';
import { useNeededApproval } from './useNeededApproval';
import { useParticipants } from './useParticipants';
import { FirstDayField } from './FirstDayField';

/** Days until a course begins unless another day is chosen. */
const USUAL_LEAD = 14;

const AUDIENCES = [
  { value: 'piw', label: 'Für Ihre PiW' },
  { value: 'selbst', label: 'Für Ihre Weiterbildungsstätte selbst' },
] as const;

/** One course: for whom, then how it is paid. The choice has an address. */
export function BookingForm({ course, approved }: { course: Course; approved: boolean }) {
  const [params, setParams] = useSearchParams();
  const own = params.get('fuer') === 'selbst';
  const { isBuyable, isAsked } = useDatesToFollow(course.id);
  const change = (name: string, value: string | null) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });

  return (
    <Stack as="section" gap={2.5} aria-label={`Kurs buchen: ${course.title}`}>
      <Row>
        <Button variant="quiet" icon="arrow-left" onClick={() => change('kurs', null)}>
          Anderen Kurs wählen
        </Button>
      </Row>
      <Card
        title={course.title}
        level={2}
        as="div"
        subtitle={`${COMPETENCY_LABELS[course.competency]} · ${course.difficulty} · ${formatUnits(course.duration_hours)}`}
      >
        <Stack gap={2}>
          <Text variant="small" numeric>
            {formatNumber(course.credit_cost)} Credits oder {formatEuro(course.price_euros)} je teilnehmende Person
          </Text>
          <RadioGroup
            label="Für wen ist der Kurs?"
            look="framed"
            options={AUDIENCES}
            value={own ? 'selbst' : 'piw'}
            onChange={({ target }) => change('fuer', target.value === 'selbst' ? 'selbst' : null)}
          />
        </Stack>
      </Card>
      {!isBuyable ? (
        <Card title="Zahlung" level={2} as="div">
          <DatesToFollow courseId={course.id} courseTitle={course.title} isAsked={isAsked} />
        </Card>
      ) : own ? (
        <OwnPurchase course={course} />
      ) : (
        <TraineeBooking course={course} approved={approved} />
      )}
    </Stack>
  );
}

/** For whom and from when; the payments area's slot then sells it, after one confirmation with the total. */
function TraineeBooking({ course, approved }: { course: Course; approved: boolean }) {
  const [now] = useState(() => new Date());
  const { first, last } = firstDays(now);
  const [startsOn, setStartsOn] = useState(() => dayFromNow(now, USUAL_LEAD));
  const [chosen, setChosen] = useParticipants(course.id);
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  // Not in the click: the guard for unsaved work is removed one render later.
  useEffect(() => {
    if (asked) void navigate(paths.approvals);
  }, [asked, navigate]);
  const startFits = isDay(startsOn) && startsOn >= first && startsOn <= last;
  // A course with dates has no first day to choose.
  const fits = course.has_dates || startFits;
  const traineeIds = [...chosen.keys()];
  const booking = course.has_dates ? { traineeIds } : { traineeIds, startsOn };
  const needed = useNeededApproval(course, traineeIds.length);

  return (
    <>
      <LeaveGuard when={chosen.size > 0} />
      <Card title="1. Teilnehmende" level={2} as="div" aside={<Text variant="small">{chosen.size} ausgewählt</Text>}>
        <ParticipantPicker courseId={course.id} chosen={chosen} onChange={setChosen} />
      </Card>
      <Card title={course.has_dates ? '2. Termine' : '2. Beginn'} level={2} as="div">
        {course.has_dates ? (
          <CourseDates course={course} people={chosen.size} />
        ) : (
          <Box sx={{ maxWidth: { sm: '16rem' } }}>
            <FirstDayField first={first} last={last} value={startsOn} fits={startFits} onChange={setStartsOn} />
          </Box>
        )}
        {fits && <RulesBeforeBooking startsOn={course.has_dates ? null : startsOn} />}
      </Card>
      <Card title="3. Zahlung" level={2} as="div">
        {chosen.size > 0 && fits ? (
          <Stack gap={2}>
            <DefinitionList dense items={[{ term: 'Teilnehmende', value: namesOf(chosen) }]} />
            {approved ? (
              <WithSavedDate courseId={course.id}>
                {needed.payments.length < 2 && <CoursePurchase course={course} booking={booking} />}
                {needed.payments.length > 0 && (
                  <ApprovalRequest
                    course={course}
                    booking={booking}
                    needed={needed}
                    onAsked={() => {
                      setChosen(new Map());
                      setAsked(true);
                    }}
                  />
                )}
              </WithSavedDate>
            ) : (
              <Text variant="small" tone="muted" role="status">
                Sie können buchen, sobald Ihre Weiterbildungsstätte freigegeben ist.
              </Text>
            )}
          </Stack>
        ) : (
          <Text variant="small" tone="muted" role="status">
            {chosen.size === 0
              ? `${readRefusal('no_trainees')} Danach sehen Sie hier den Gesamtpreis.`
              : 'Bitte wählen Sie den ersten Kurstag.'}
          </Text>
        )}
      </Card>
    </>
  );
}

/** Names of whom the course is for; of a long list the first ones. */
function namesOf(chosen: Participants): string {
  const names = [...chosen.values()];
  const rest = names.length - 8;
  return rest > 0 ? `${names.slice(0, 8).join(', ')} und ${formatNumber(rest)} weitere` : names.join(', ');
}
