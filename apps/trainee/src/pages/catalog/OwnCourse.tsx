import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  appointmentsQuery,
  bookedSeminarsQuery,
  learningCoursesQuery,
  learningProgressQuery,
  type Competency,
  type Enrollment,
} from '@nemus/data';
import { ButtonLink, formatDays, ProgressBar, Row, SkeletonText, Stack, Text, type ButtonLinkProps } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { formatPeriod } from '../../appointments/appointment-state';
import { paths } from '../../paths';
import { nextStep, type NextStep } from './next-step';

/** A course that the account has: how far it is, and the next step. */
export function OwnCourse({ enrollment, competency }: { enrollment: Enrollment; competency: Competency }) {
  const client = useDataClient();
  const { userId } = useSession();
  const courses = useQuery(learningCoursesQuery(client));
  const record = useQuery(learningProgressQuery(client, userId));
  const appointments = useQuery(appointmentsQuery(client, userId));
  const { data: booked = [] } = useQuery(bookedSeminarsQuery(client, userId));
  const booking = booked.find(({ course_id, status }) => course_id === enrollment.course_id && status !== 'cancelled');
  const [now] = useState(() => Date.now());
  const loading = <SkeletonText lines={2} />;
  const completed = enrollment.status === 'completed';
  return (
    <Stack gap={1.5}>
      <ProgressBar label="Ihr Fortschritt" value={enrollment.progress_percentage} />
      {booking && (
        <Text variant="small" tone="muted">
          Gebucht von {booking.institution_name ?? 'Ihrer Weiterbildungsstätte'} für{' '}
          {formatDays(booking.start_date, booking.end_date)}.
        </Text>
      )}
      {completed && <Text strong>Sie haben diesen Kurs abgeschlossen.</Text>}
      <QueryPart query={courses} title="Ihr nächster Schritt" loading={loading}>
        {(learning) => (
          <QueryPart query={record} title="Ihr nächster Schritt" loading={loading}>
            {({ completedModules }) => (
              <QueryPart query={appointments} title="Ihr nächster Schritt" loading={loading}>
                {(dates) => (
                  <Step
                    completed={completed}
                    begun={enrollment.status === 'in_progress'}
                    step={nextStep({ enrollment, competency, learning, completedModules, appointments: dates, now })}
                  />
                )}
              </QueryPart>
            )}
          </QueryPart>
        )}
      </QueryPart>
    </Stack>
  );
}

function Step({ step, completed, begun }: { step: NextStep; completed: boolean; begun: boolean }) {
  const words = wordsOf(step, begun);
  return (
    <Stack gap={1.5} align="start">
      {!completed && (
        <Text>
          <strong>Nächster Schritt:</strong> {words.text}
        </Text>
      )}
      <Row>
        {completed && <StepLink to={paths.profile} label="Zu Ihren Zertifikaten" variant="primary" />}
        {(!completed || step.kind === 'repeat') && (
          <StepLink to={words.to} label={words.label} variant={completed ? 'secondary' : 'primary'} />
        )}
      </Row>
    </Stack>
  );
}

function StepLink({ to, label, variant }: { to: string; label: string; variant: ButtonLinkProps['variant'] }) {
  return (
    <ButtonLink component={Link} to={to} variant={variant} iconEnd="arrow-right">
      {label}
    </ButtonLink>
  );
}

/** What the step says, and where it leads. */
function wordsOf(
  step: NextStep,
  begun: boolean,
): { readonly text: string; readonly label: string; readonly to: string } {
  switch (step.kind) {
    case 'learn':
      return {
        text: `das Modul „${step.module}“ im E-Learning.`,
        label: begun ? 'Weiterlernen' : 'Kurs beginnen',
        to: paths.learning(step.courseId),
      };
    case 'wait':
      return {
        text: 'Sie haben alle freigegebenen Module bearbeitet. Weitere folgen, sobald sie freigegeben sind.',
        label: 'Zum Kurs',
        to: paths.learning(step.courseId),
      };
    case 'repeat':
      return { text: '', label: 'Kurs wiederholen', to: paths.learning(step.courseId) };
    case 'attend':
      return step.appointment
        ? {
            text: `Ihr Termin „${step.appointment.title}“ am ${formatPeriod(step.appointment)}.`,
            label: 'Zum Termin',
            to: paths.appointment(step.appointment.id),
          }
        : {
            text: 'Sobald ein Termin für Sie feststeht, finden Sie ihn unter „Meine Termine“.',
            label: 'Zu Ihren Terminen',
            to: paths.appointments,
          };
  }
}
