import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';

/**
 * Saves a form of the profile. The form is left only once the save is confirmed; a failure keeps the input. `unsaved`
 * is for the guard, which must not ask about saved input. Success is reported after leaving the form and its address,
 * so that a reload shows the saved data.
 */
export function useSave<T>({
  save,
  dirty,
  onDone,
}: {
  save: (values: T) => Promise<void>;
  dirty: boolean;
  onDone: () => void;
}) {
  const { notify, session, events } = usePorts();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(false);
  const mutation = useAction({
    mutationFn: async (values: T) => {
      await save(values);
      await Promise.all([session.reloadProfile(), queries.invalidateQueries({ queryKey: ['profile'] })]);
    },
    onSuccess: () => {
      flushSync(() => setSaved(true));
      events.publish('profile-changed', {});
      notify({ kind: 'success', title: 'Profil gespeichert' });
    },
    onError: (error) =>
      notify({
        kind: 'error',
        title: 'Profil nicht gespeichert',
        description: `Ihre Eingaben sind noch da. ${reasonOf(error)}`,
      }),
  });
  // Navigation waits for the render that removes the guard.
  useEffect(() => {
    if (saved) onDone();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the save is done
  }, [saved]);
  return { submit: mutation.mutate, saving: mutation.isPending, unsaved: dirty && !saved };
}
