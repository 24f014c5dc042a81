import { useEffect, useEffectEvent, useState } from 'react';
import { usePorts } from '@nemus/contract/react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths';
import type { Participants } from './ParticipantPicker';

const NO_PARTICIPANTS: Participants = new Map();

/**
 * The people that a course is booked for. People booked meanwhile, here or in another tab, are removed; when none is
 * left, the booking is done and its list opens.
 */
export function useParticipants(courseId: string): [Participants, (chosen: Participants) => void] {
  const { events } = usePorts();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(NO_PARTICIPANTS);
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
  // Not in the event: the guard for unsaved work is removed one render later.
  useEffect(() => {
    if (done) void navigate(paths.bookings);
  }, [done, navigate]);
  return [chosen, setChosen];
}
