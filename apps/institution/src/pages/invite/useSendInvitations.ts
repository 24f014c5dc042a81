import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { inviteTrainees, MOST_INVITED_AT_ONCE, type InvitedPerson } from '@nemus/data';

/** Result for one person. */
export interface Sent {
  readonly person: InvitedPerson;
  /** Null: the mail was sent. Otherwise the reason, in German. */
  readonly problem: string | null;
}

/**
 * Invites people, a hundred per request. After a failed request its people count as not invited, and the next one
 * follows: sending the same list again skips people who are already in it.
 */
export function useSendInvitations() {
  const client = useDataClient();
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useAction({
    mutationFn: async (people: readonly InvitedPerson[]) => {
      setDone(0);
      const sent: Sent[] = [];
      for (let start = 0; start < people.length; start += MOST_INVITED_AT_ONCE) {
        const group = people.slice(start, start + MOST_INVITED_AT_ONCE);
        sent.push(...(await inviteGroup(group)));
        setDone(sent.length);
      }
      return sent;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['trainees'] }),
  });

  async function inviteGroup(group: readonly InvitedPerson[]): Promise<readonly Sent[]> {
    try {
      const results = await inviteTrainees(client, group);
      return group.map((person, index) => {
        const result = results[index];
        return {
          person,
          problem: result === undefined || result.code !== null ? (result?.message ?? 'Nicht eingeladen.') : null,
        };
      });
    } catch (error) {
      return group.map((person) => ({ person, problem: reasonOf(error) }));
    }
  }
  return { ...mutation, done };
}
