import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import {
  DataError,
  dateParticipantsQuery,
  markAttendance,
  type DateParticipant,
  type DateParticipants,
} from '@nemus/data';
import {
  allPresent,
  changesOf,
  choiceOf,
  isTickable,
  revokedBy,
  unitsProblem,
  type Choice,
  type Draft,
} from './attendance-draft';

/** The list of a date, or of one of its parts, while it is being ticked: choices, errors, and saving them together. */
export function useAttendanceList({ appointment, participants }: DateParticipants, partId: string | null) {
  const client = useDataClient();
  const cache = useQueryClient();
  const { notify } = usePorts();
  const { queryKey } = dateParticipantsQuery(client, appointment.id);
  const [draft, setDraft] = useState<Draft>({});
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const changes = changesOf(participants, draft);
  const revoked = revokedBy(participants, changes, appointment.units);

  const save = useAction({
    mutationFn: () => markAttendance(client, appointment.id, changes, partId),
    onSettled: () => setAsking(false),
    onSuccess: (list) => {
      cache.setQueryData(queryKey, list);
      setDraft({});
      setChecked(false);
      notify({ kind: 'success', title: 'Anwesenheit gespeichert' });
    },
    onError: (error) => {
      notify({ kind: 'error', title: 'Nichts wurde gespeichert', description: reasonOf(error) });
      // Another user was faster: the list is refetched, and shows their tick for this person.
      if (error instanceof DataError && error.status === 409) void cache.invalidateQueries({ queryKey });
    },
  });

  const problemOf = (id: string): string | null => {
    const participant = participants.find(({ user_id: user }) => user === id);
    return participant && isTickable(participant)
      ? unitsProblem(choiceOf(participant, draft), appointment.units)
      : null;
  };
  return {
    draft,
    changes: changes.length,
    isSaving: save.isPending,
    /** Shown from the first try to save on. */
    errorOf: (id: string) => (isChecked ? problemOf(id) : null),
    choose: ({ user_id: id, marks }: DateParticipant, choice: Choice) =>
      setDraft((before) => ({ ...before, [id]: { ...choice, seen: marks } })),
    chooseAll: () => setDraft((before) => allPresent(participants, before)),
    discard: () => setDraft({}),
    save: () => {
      setChecked(true);
      if (!changes.every(({ user_id: id }) => problemOf(id) === null)) return;
      if (revoked.length > 0) setAsking(true);
      else save.mutate();
    },
    /** The names to ask about before certificates are revoked. */
    revoked: isAsking ? revoked : [],
    confirm: () => save.mutate(),
    keep: () => setAsking(false),
  };
}
