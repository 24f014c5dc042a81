import {
  dashboardStepsQuery,
  dashboardVisitQuery,
  greetingOf,
  OpenPurchases,
  pageReads,
  PaymentNotice,
  SampleNotice,
  useStepsPlace,
} from '@nemus/area';
import { useOnlyConfirms } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import {
  appointmentsQuery,
  competencyProgressQuery,
  enrollmentsQuery,
  ownLearningQuery,
  trainingProgressQuery,
} from '@nemus/data';
import { Box, givenName, Page, Stack } from '@nemus/ui';
import { CompetencyOverview } from './CompetencyOverview';
import { ConfirmerStart } from './ConfirmerStart';
import { CourseTiles } from './CourseTiles';
import { NextAppointment } from './NextAppointment';
import { RunningCourses } from './RunningCourses';
import { TrainingTargets } from './TrainingTargets';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  enrollments: enrollmentsQuery(client, userId),
  learning: ownLearningQuery(client, userId),
  training: trainingProgressQuery(client, userId),
  appointments: appointmentsQuery(client, userId),
  competencies: competencyProgressQuery(client, userId),
  firstVisit: dashboardVisitQuery(client, userId),
  firstSteps: dashboardStepsQuery(client, userId),
}));

/** A trainee's first page: the progress, the next steps, and where to continue. */
export default function DashboardPage() {
  const { profile } = useSession();
  const { enrollments, learning, training, appointments, competencies, firstVisit, firstSteps } = usePageReads();
  const steps = useStepsPlace(firstSteps.data ?? (firstSteps.isError ? null : undefined));
  const hasSamples =
    training.data?.some(({ sample_units }) => sample_units > 0) === true ||
    [...(learning.data ?? []), ...(appointments.data ?? [])].some(({ is_sample }) => is_sample);
  const onlyConfirms = useOnlyConfirms(firstSteps.data?.only_confirms);
  const greeting = greetingOf(firstVisit.data);
  const firstName = givenName(profile?.firstName ?? '');
  if (onlyConfirms) return <ConfirmerStart />;
  return (
    <Page
      title={firstName ? `${greeting}, ${firstName}!` : `${greeting}!`}
      intro="Ihr Stand in der Weiterbildung auf einen Blick."
    >
      <PaymentNotice />
      <OpenPurchases />
      {steps.top}
      <CourseTiles enrollments={enrollments} learning={learning} training={training} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '3fr 2fr' }, alignItems: 'start' }}>
        <Stack gap={4}>
          <RunningCourses enrollments={enrollments} learning={learning} />
          <TrainingTargets progress={training} />
        </Stack>
        <Stack gap={4}>
          <NextAppointment query={appointments} />
          <CompetencyOverview progress={competencies} />
        </Stack>
      </Box>
      {/* At the end: known only when everything has loaded, it would push everything down. */}
      <SampleNotice shown={hasSamples} />
    </Page>
  );
}
