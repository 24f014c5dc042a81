import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { completeModule, DataError } from '@nemus/data';

/** Marks a module as completed, which unlocks the next one. Reports failures. */
export function useCompleteModule() {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const { events, notify } = usePorts();
  return useAction({
    mutationFn: (moduleId: string) => completeModule(client, moduleId),
    onSuccess: async ({ course_id }) => {
      await queryClient.invalidateQueries({ queryKey: ['learning', 'progress'] });
      events.publish('enrollments-changed', { courseId: course_id });
    },
    onError: (error) =>
      notify({
        kind: 'error',
        title: 'Modul nicht abgeschlossen',
        description: error instanceof DataError ? error.message : 'Bitte versuchen Sie es noch einmal.',
      }),
  });
}
