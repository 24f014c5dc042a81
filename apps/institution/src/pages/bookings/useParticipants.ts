import { useEffect, useEffectEvent, useState } from 'react';
import { usePorts } from '@nemus/contract/react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths';
import type { Participants } from './ParticipantPicker';

const NOBODY: Participants = new Map();

/**
 * Whom a course is being booked for. Whoever is booked meanwhile, here or in another tab, is chosen no longer; when
 * nobody is left, the booking is done and its list opens.
 */
export function useParticipants(courseId: string): [Participants, (chosen: Participants) => void] {
  const { events } = usePorts();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(NOBODY);
  const [done, setDone] = useState(false);

  const leaveOut = useEffectEvent((booked: readonly string[]) => {
    const left = new Map([...chosen].filter(([id]) => !booked.includes(id)));
    if (left.size === chosen.size) return;
    setChosen(left);
    setDone(left.size === 0);
  });
  useEffect(
    () =>
      events.subscribe('bookings-changed', (booking) => {
        if (booking.courseId === courseId) leaveOut(booking.traineeIds);
      }),
    [events, courseId],
  );
  // Not in the event: the question about unsaved work goes with the choice, one render later.
  useEffect(() => {
    if (done) void navigate(paths.bookings);
  }, [done, navigate]);
  return [chosen, setChosen];
}
