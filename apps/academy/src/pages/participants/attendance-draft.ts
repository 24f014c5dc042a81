import type { Attendance, AttendanceMark, DateParticipant } from '@nemus/data';

/** Unsaved choice for one person. The units are raw input. */
export interface Choice {
  readonly attendance: Attendance | null;
  readonly units: string;
}

/** A choice, with the state of the list that it was made for. */
export interface Chosen extends Choice {
  readonly seen: number;
}

/** Choices by person; without one, the list's state applies. */
export type Draft = Readonly<Record<string, Chosen>>;

/** Whether a person can be ticked: enrolled and with a place, or ticked before, and not the user. */
export const isTickable = (participant: DateParticipant): boolean => {
  const { status, attendance, is_own: isOwn, is_enrolled: isEnrolled } = participant;
  return !isOwn && ((isEnrolled && (status === 'confirmed' || status === 'completed')) || attendance !== null);
};

/**
 * Current state of a person: the choice, otherwise the saved state. A concurrent tick by another user takes precedence
 * over a choice made without knowing it.
 */
export function choiceOf(participant: DateParticipant, draft: Draft): Choice {
  const chosen = draft[participant.user_id];
  if (chosen?.seen === participant.marks) return chosen;
  const { attendance, attended_units: units } = participant;
  return { attendance, units: attendance === 'partial' ? String(units ?? '') : '' };
}

const isWhole = (text: string) => /^[0-9]{1,4}$/.test(text.trim());

/** Error message for the units of a choice; null if valid. */
export function unitsProblem({ attendance, units }: Choice, most: number): string | null {
  if (attendance !== 'partial') return null;
  if (most < 2) return 'Dieser Termin hat zu wenige UE für eine teilweise Anwesenheit.';
  if (!isWhole(units) || Number(units) < 1 || Number(units) >= most) return `1 bis ${most - 1} UE`;
  return null;
}

/** The changes to send: choices that differ from the saved state, with the state that was shown. */
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

/** A draft that marks everyone without a choice or a saved tick as present. */
export function allPresent(participants: readonly DateParticipant[], draft: Draft): Draft {
  const open = participants.filter((one) => isTickable(one) && choiceOf(one, draft).attendance === null);
  return {
    ...draft,
    ...Object.fromEntries(
      open.map(({ user_id: id, marks }) => [id, { attendance: 'present', units: '', seen: marks }]),
    ),
  };
}

/** Names of the people whose valid certificate the changes revoke: those whose units change. */
export function revokedBy(
  participants: readonly DateParticipant[],
  changes: readonly AttendanceMark[],
  most: number,
): readonly string[] {
  const units = new Map(
    changes.map(({ user_id: id, attendance, units: some = 0 }) => [id, attendance === 'present' ? most : some]),
  );
  return participants
    .filter(
      ({ user_id: id, certificate, attended_units: attended }) =>
        certificate !== null && units.has(id) && units.get(id) !== (attended ?? 0),
    )
    .map(({ name }) => name);
}
