import type { DateParticipant } from '@nemus/data';
import { useState } from 'react';

/** Whether staff can write to a person or move one: who left, or is no longer enrolled, is left alone. */
export const isReachable = ({ is_enrolled: isEnrolled, status, lost }: DateParticipant): boolean =>
  isEnrolled && (status !== 'cancelled' || lost !== null);

/** The people of the list who are selected. Who left the list meanwhile is no longer among them. */
export function useSelection(participants: readonly DateParticipant[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const reachable = participants.filter(isReachable);
  const tick = (people: readonly DateParticipant[], on: boolean) =>
    setIds((before) => {
      const after = new Set(before);
      for (const { user_id: id } of people) {
        if (on) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  return {
    reachable,
    chosen: reachable.filter(({ user_id: id }) => ids.has(id)),
    tickAll: (on: boolean) => tick(reachable, on),
    tickOf: (participant: DateParticipant) =>
      isReachable(participant)
        ? { on: ids.has(participant.user_id), onTick: (on: boolean) => tick([participant], on) }
        : null,
  };
}

export type Selection = ReturnType<typeof useSelection>;
