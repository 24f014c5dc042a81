import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { institutionSettingsQuery, saveInstitutionSettings, type InstitutionSettings } from '@nemus/data';
import type { BaseSyntheticEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

/** What the frame of a tab needs of its form. */
export interface FrameState {
  readonly onSubmit: (event?: BaseSyntheticEvent) => Promise<void>;
  readonly dirty: boolean;
  readonly saving: boolean;
}

/** What a tab needs of its form; `frame` is passed to `SettingsForm`. */
type SettingsFormState<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'register'> & {
  readonly errors: UseFormReturn<Values>['formState']['errors'];
  readonly frame: FrameState;
};

/**
 * One tab of the settings as a form. Saved values become the initial ones; a failed save keeps the input.
 * @param schema gives the columns that the tab changes
 */
export function useSettingsForm<Values extends FieldValues>(
  schema: z.ZodType<Values & Partial<InstitutionSettings>, Values>,
  values: DefaultValues<Values>,
): SettingsFormState<Values> {
  const client = useDataClient();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { notify, session, events } = usePorts();
  const form = useForm<Values, unknown, Values & Partial<InstitutionSettings>>({
    resolver: zodResolver(schema),
    defaultValues: values,
  });
  const save = useAction({
    mutationFn: (change: Partial<InstitutionSettings>) => saveInstitutionSettings(client, change),
    onSuccess: (settings, change) => {
      queries.setQueryData(institutionSettingsQuery(client, userId).queryKey, settings);
      notify({ kind: 'success', title: 'Einstellungen gespeichert' });
      if (change.institution_name === undefined) return;
      // The name is shown in the sidebar; an unreadable profile keeps the old one until the next start.
      void session.reloadProfile().catch(() => undefined);
      events.publish('profile-changed', {});
    },
    onError: (error) =>
      notify({ kind: 'error', title: 'Einstellungen nicht gespeichert', description: reasonOf(error) }),
  });
  const { errors, isDirty } = form.formState;
  const onSubmit = form.handleSubmit((change) =>
    save.mutate(change, { onSuccess: () => form.reset(form.getValues()) }),
  );
  return { register: form.register, errors, frame: { onSubmit, dirty: isDirty, saving: save.isPending } };
}
