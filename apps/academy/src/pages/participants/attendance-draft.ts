import type { Attendance, AttendanceMark, DateParticipant } from '@nemus/data';

/** What was chosen for one person and not saved yet. The units are as they were typed. */
export interface Choice {
  readonly attendance: Attendance | null;
  readonly units: string;
}

/** A choice, with the state of the list that it was made for. */
export interface Chosen extends Choice {
  readonly seen: number;
}

/** What was chosen, by person. Who is not in it stands as the list says. */
export type Draft = Readonly<Record<string, Chosen>>;

/** Whether somebody can be ticked: with a place, or ticked before; nobody ticks the own attendance. */
export const isTickable = ({ status, attendance, is_own: isOwn }: DateParticipant): boolean =>
  !isOwn && (status === 'confirmed' || status === 'completed' || attendance !== null);

/**
 * What stands for somebody now: the choice, else what is saved. What somebody else has ticked meanwhile counts before a
 * choice that was made without knowing it.
 */
export function choiceOf(participant: DateParticipant, draft: Draft): Choice {
  const chosen = draft[participant.user_id];
  if (chosen?.seen === participant.marks) return chosen;
  const { attendance, attended_units: units } = participant;
  return { attendance, units: attendance === 'partial' ? String(units ?? '') : '' };
}

const isWhole = (text: string) => /^[0-9]{1,4}$/.test(text.trim());

/** What is wrong with the units of a choice, as it stands beside the field; null when nothing is. */
export function unitsProblem({ attendance, units }: Choice, most: number): string | null {
  if (attendance !== 'partial') return null;
  if (most < 2) return 'Dieser Termin hat zu wenige UE für eine teilweise Anwesenheit.';
  if (!isWhole(units) || Number(units) < 1 || Number(units) >= most) return `1 bis ${most - 1} UE`;
  return null;
}

/** The changes to send: who stands otherwise than saved, with the state that was seen. */
export function changesOf(participants: readonly DateParticipant[], draft: Draft): readonly AttendanceMark[] {
  return participants.filter(isTickable).flatMap((participant) => {
    const { attendance, units } = choiceOf(participant, draft);
    const isPartial = attendance === 'partial';
    const isSame =
      attendance === participant.attendance && (!isPartial || units.trim() === String(participant.attended_units));
    if (isSame) return [];
    return [
      {
        user_id: participant.user_id,
        attendance,
        ...(isPartial && { units: Number(units) }),
        seen: participant.marks,
      },
    ];
  });
}

/** A draft in which everybody is present of whom nothing was chosen or saved yet. */
export function allPresent(participants: readonly DateParticipant[], draft: Draft): Draft {
  const open = participants.filter((one) => isTickable(one) && choiceOf(one, draft).attendance === null);
  return {
    ...draft,
    ...Object.fromEntries(
      open.map(({ user_id: id, marks }) => [id, { attendance: 'present', units: '', seen: marks }]),
    ),
  };
}
