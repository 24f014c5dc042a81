import { useCallback, useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  appointmentsQuery,
  learningCoursesQuery,
  learningProgressQuery,
  type Appointment,
  type Competency,
  type Enrollment,
} from '@nemus/data';
import { nextChange } from '../appointments/appointment-state';
import { useNow } from '../appointments/useNow';
import { nextSteps, type NextStep } from './next-step';

const NONE: readonly Appointment[] = [];

/** The next steps in a course that the account has, renewed as time goes on. Null until everything is known. */
export function useNextSteps(enrollment: Enrollment, competency: Competency) {
  const client = useDataClient();
  const { userId } = useSession();
  const [courses, record, dates] = useQueries({
    queries: [learningCoursesQuery(client), learningProgressQuery(client, userId), appointmentsQuery(client, userId)],
  });
  const appointments = dates.data ?? NONE;
  const now = useNow(useCallback((time: number) => nextChange(appointments, time), [appointments]));
  const steps = useMemo<readonly NextStep[] | null>(() => {
    if (!courses.data || !record.data || !dates.data) return null;
    const { completedModules } = record.data;
    return nextSteps({
      enrollment,
      competency,
      learning: courses.data,
      completedModules,
      appointments: dates.data,
      now,
    });
  }, [courses.data, record.data, dates.data, enrollment, competency, now]);
  return { steps, now, courses, record, dates };
}
