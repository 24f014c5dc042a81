import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { bookedSeminarsQuery, type Enrollment } from '@nemus/data';
import { ButtonLink, formatDays, ProgressBar, Row, SkeletonText, Stack, Text, type ButtonLinkProps } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { JoinButton } from '../appointments/JoinButton';
import { paths } from '../paths';
import type { NextStep } from './next-step';
import { stepWords } from './step-words';
import { useNextSteps } from './useNextSteps';

/** A course that the account has: how far it is, and the next steps. */
export function OwnCourse({ enrollment }: { enrollment: Enrollment }) {
  const client = useDataClient();
  const { userId } = useSession();
  const { steps, now, learning, dates } = useNextSteps(enrollment);
  const { data: booked = [] } = useQuery(bookedSeminarsQuery(client, userId));
  const booking = booked.find(({ course_id, status }) => course_id === enrollment.course_id && status !== 'cancelled');
  const completed = enrollment.status === 'completed';
  const loading = <SkeletonText lines={2} />;
  return (
    <Stack gap={1.5}>
      <ProgressBar label="Ihr Fortschritt" value={enrollment.progress_percentage} />
      {booking && (
        <Text variant="small" tone="muted">
          Gebucht von {booking.institution_name ?? 'Ihrer Weiterbildungsstätte'}
          {booking.has_dates ? '' : ` für ${formatDays(booking.start_date, booking.end_date)}`}.
        </Text>
      )}
      {completed && <Text strong>Sie haben diesen Kurs abgeschlossen.</Text>}
      {steps === null && (
        <QueryPart query={learning} title="Ihr nächster Schritt" loading={loading}>
          {() => (
            <QueryPart query={dates} title="Ihr nächster Schritt" loading={loading}>
              {() => null}
            </QueryPart>
          )}
        </QueryPart>
      )}
      {steps?.map((step, index) => (
        <Step
          key={step.kind}
          step={step}
          now={now}
          completed={completed}
          begun={enrollment.status === 'in_progress'}
          first={index === 0}
        />
      ))}
      {completed && (
        <Row>
          <StepLink to={paths.profile} label="Zu Ihren Zertifikaten" variant="primary" />
        </Row>
      )}
      {!completed && steps?.length === 0 && (
        <Text variant="small" tone="muted">
          Sie haben alles besucht, was zu diesem Kurs gehört. Der Abschluss wird gerade eingetragen.
        </Text>
      )}
    </Stack>
  );
}

function Step({
  step,
  now,
  completed,
  begun,
  first,
}: {
  step: NextStep;
  now: number;
  completed: boolean;
  begun: boolean;
  first: boolean;
}) {
  const { text, label, to } = stepWords(step, begun);
  return (
    <Stack gap={1.5} align="start">
      {!completed && (
        <Text>
          <strong>{first ? 'Nächster Schritt:' : 'Außerdem:'}</strong> {text}
        </Text>
      )}
      <Row align="start">
        {step.kind === 'attend' && step.appointment && <JoinButton appointment={step.appointment} now={now} />}
        <StepLink to={to} label={label} variant={completed || !first ? 'secondary' : 'primary'} />
        {changeLink(step, now)}
      </Row>
    </Stack>
  );
}

/** Another date can be chosen until the deadline of the one that is held. */
function changeLink(step: NextStep, now: number) {
  if (step.kind !== 'attend' && step.kind !== 'queue') return null;
  const { appointment } = step;
  if (!appointment?.course_id) return null;
  const held = step.kind === 'queue' ? step.kept : appointment;
  if (held && Date.parse(held.change_until ?? held.starts_at) <= now) return null;
  return <StepLink to={paths.chooseDate(appointment.course_id)} label="Termin ändern" variant="secondary" />;
}

function StepLink({ to, label, variant }: { to: string; label: string; variant: ButtonLinkProps['variant'] }) {
  return (
    <ButtonLink component={Link} to={to} variant={variant} iconEnd="arrow-right">
      {label}
    </ButtonLink>
  );
}
