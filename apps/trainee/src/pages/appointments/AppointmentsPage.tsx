import { useCallback, useMemo, useState } from 'react';
import { pageReads, QueryPart, SampleNotice } from '@nemus/area';
import { CalendarDialog } from '@nemus/area/calendar';
import { Button, ButtonLink, Page, SkeletonCards, SkeletonRows } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { appointmentsQuery, bookedSeminarsQuery, enrollmentsQuery, type Appointment } from '@nemus/data';
import { nextChange, splitAppointments } from '../../appointments/appointment-state';
import { useCalendarFile } from '../../appointments/useCalendarFile';
import { useNow } from '../../appointments/useNow';
import { DateChoice } from '../../dates/DateChoice';
import { AppointmentLists } from './AppointmentLists';
import { AppointmentTasks } from './AppointmentTasks';
import { AppointmentViews } from './AppointmentViews';
import { BookedSeminars } from './BookedSeminars';
import { OfferedPlaces } from './OfferedPlaces';
import { OpenChoices } from './OpenChoices';

const NONE: readonly Appointment[] = [];
const SKELETON = <SkeletonCards count={3} min="100%" lines={2} />;

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  booked: bookedSeminarsQuery(client, userId),
  appointments: appointmentsQuery(client, userId),
  enrollments: enrollmentsQuery(client, userId),
}));

/** Upcoming and past appointments, with everything that can be done with them. */
export default function AppointmentsPage() {
  const { booked, appointments: query, enrollments } = usePageReads();
  // Everything appears at once: late content above would push down what is being read.
  const isWaiting = [booked, query, enrollments].some(({ isPending }) => isPending);
  const appointments = (isWaiting ? undefined : query.data) ?? NONE;
  const now = useNow(useCallback((time: number) => nextChange(appointments, time), [appointments]));
  const lists = useMemo(() => splitAppointments(appointments, now), [appointments, now]);
  const calendar = useCalendarFile();
  const [isSubscribing, setSubscribing] = useState(false);
  return (
    <Page
      title="Meine Termine"
      intro="Seminare, Sprechstunden und Supervisionen, für die Sie angemeldet sind."
      actions={
        <>
          {appointments.length > 0 && (
            <>
              <ButtonLink component={Link} to={paths.attendanceCode} icon="check">
                Code eingeben
              </ButtonLink>
              <Button icon="appointments" loading={calendar.isPending} onClick={() => calendar.mutate(appointments)}>
                Alle in den Kalender
              </Button>
            </>
          )}
          <Button icon="refresh" onClick={() => setSubscribing(true)}>
            Kalender abonnieren
          </Button>
        </>
      }
    >
      <SampleNotice shown={appointments.some(({ is_sample }) => is_sample)} />
      <OpenChoices enrollments={enrollments.data ?? []} appointments={isWaiting ? undefined : query.data} now={now} />
      {isWaiting ? <SkeletonRows count={1} /> : <BookedSeminars query={booked} />}
      <AppointmentTasks appointments={query.data} now={now}>
        {isWaiting ? (
          SKELETON
        ) : (
          <QueryPart query={query} title="Ihre Termine" loading={SKELETON}>
            {() => (
              <>
                <OfferedPlaces appointments={lists.upcoming} now={now} />
                {appointments.length === 0 ? (
                  <AppointmentLists {...lists} now={now} />
                ) : (
                  <AppointmentViews appointments={appointments} now={now}>
                    <AppointmentLists {...lists} now={now} />
                  </AppointmentViews>
                )}
              </>
            )}
          </QueryPart>
        )}
      </AppointmentTasks>
      {isSubscribing && <CalendarDialog onClose={() => setSubscribing(false)} />}
      <DateChoice enrollments={enrollments.data} />
    </Page>
  );
}
