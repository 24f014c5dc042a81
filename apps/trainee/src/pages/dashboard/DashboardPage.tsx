import { useQuery } from '@tanstack/react-query';
import { OpenPurchases, PaymentNotice, SampleNotice, useDataClient, type PageReads } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  appointmentsQuery,
  begunLearningQuery,
  competencyProgressQuery,
  enrollmentsQuery,
  firstVisitQuery,
  trainingProgressQuery,
} from '@nemus/data';
import { Box, givenName, Page, Stack } from '@nemus/ui';
import { CompetencyOverview } from './CompetencyOverview';
import { CourseTiles } from './CourseTiles';
import { NextAppointment } from './NextAppointment';
import { RunningCourses } from './RunningCourses';
import { TrainingTargets } from './TrainingTargets';

export const reads: PageReads = ({ ask, client, userId }) => {
  ask(enrollmentsQuery(client, userId));
  ask(begunLearningQuery(client, userId));
  ask(trainingProgressQuery(client, userId));
  ask(appointmentsQuery(client, userId));
  ask(competencyProgressQuery(client, userId));
  ask(firstVisitQuery(client, userId));
};

/** What a trainee sees first: where they stand, what comes next, and where to go on. */
export default function DashboardPage() {
  const { userId, profile } = useSession();
  const client = useDataClient();
  const enrollments = useQuery(enrollmentsQuery(client, userId));
  const learning = useQuery(begunLearningQuery(client, userId));
  const training = useQuery(trainingProgressQuery(client, userId));
  const appointments = useQuery(appointmentsQuery(client, userId));
  const hasSamples =
    training.data?.some(({ sample_units }) => sample_units > 0) === true ||
    [...(learning.data ?? []), ...(appointments.data ?? [])].some(({ is_sample }) => is_sample);
  const isFirst = useQuery(firstVisitQuery(client, userId)).data === true;
  const greeting = isFirst ? 'Willkommen' : 'Willkommen zurück';
  const firstName = givenName(profile?.firstName ?? '');
  return (
    <Page
      title={firstName ? `${greeting}, ${firstName}!` : `${greeting}!`}
      intro="Ihr Stand in der Weiterbildung auf einen Blick."
    >
      <PaymentNotice />
      <OpenPurchases />
      <CourseTiles enrollments={enrollments} learning={learning} training={training} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '3fr 2fr' }, alignItems: 'start' }}>
        <Stack gap={4}>
          <RunningCourses enrollments={enrollments} learning={learning} />
          <TrainingTargets />
        </Stack>
        <Stack gap={4}>
          <NextAppointment />
          <CompetencyOverview />
        </Stack>
      </Box>
      {/* At the end: known only when everything is there, it would push everything down. */}
      <SampleNotice shown={hasSamples} />
    </Page>
  );
}
