import { partName, type DatePart, type DateParticipants } from '@nemus/data';

/** The part in the address; else the latest that has begun, or the first. Null for a date with a single part. */
export function chosenPart({ parts }: DateParticipants['appointment'], id: string | null, now: number) {
  if (parts === null) return null;
  const begun = parts.findLast(({ starts_at }) => Date.parse(starts_at) <= now);
  return parts.find((part) => part.id === id) ?? begun ?? parts[0] ?? null;
}

/** The list of a date as the list of one of its parts: time, units and attendance are those of the part. */
export function listAt(list: DateParticipants, part: DatePart): DateParticipants {
  const { appointment, participants } = list;
  const place = appointment.parts?.findIndex(({ id }) => id === part.id) ?? 0;
  return {
    ...list,
    appointment: {
      ...appointment,
      title: `${appointment.title}, ${partName(part, place, appointment.parts?.length ?? 1)}`,
      starts_at: part.starts_at,
      ends_at: part.ends_at,
      units: part.units,
    },
    participants: participants.map((one) => {
      const mark = one.part_marks?.[part.id];
      return { ...one, attendance: mark?.attendance ?? null, attended_units: mark?.units ?? null };
    }),
  };
}
