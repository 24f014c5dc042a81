import { useCallback, useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { appointmentsQuery, ownLearningQuery, type Appointment, type Enrollment } from '@nemus/data';
import { nextChange } from '../appointments/appointment-state';
import { useNow } from '../appointments/useNow';
import { nextSteps, type NextStep } from './next-step';

const NONE: readonly Appointment[] = [];

/** The next steps in a course of the account, updated over time. Null until everything is loaded. */
export function useNextSteps(enrollment: Enrollment) {
  const client = useDataClient();
  const { userId } = useSession();
  const [learning, dates] = useQueries({
    queries: [ownLearningQuery(client, userId), appointmentsQuery(client, userId)],
  });
  const appointments = dates.data ?? NONE;
  const now = useNow(useCallback((time: number) => nextChange(appointments, time), [appointments]));
  const steps = useMemo<readonly NextStep[] | null>(() => {
    if (!learning.data || !dates.data) return null;
    return nextSteps({
      enrollment,
      learning: learning.data,
      appointments: dates.data,
      now,
    });
  }, [learning.data, dates.data, enrollment, now]);
  return { steps, now, learning, dates };
}
