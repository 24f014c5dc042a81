import { zodResolver } from '@hookform/resolvers/zod';
import { LeaveGuard, useDataClient } from '@nemus/area';
import { saveTrainingInfo, type TrainingInfo } from '@nemus/data';
import { Button, Form, FormActions } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { FormFields } from './FormFields';
import {
  TRAINING_FORM_FIELDS,
  trainingFormOf,
  trainingFormSchema,
  trainingInfoOf,
  type TrainingForm,
} from './training-info';
import { useSave } from './useSave';

/** Edits the account's training. */
export function TrainingInfoForm({ userId, info, onDone }: { userId: string; info: TrainingInfo; onDone: () => void }) {
  const client = useDataClient();
  const form = useForm<TrainingForm>({
    resolver: zodResolver(trainingFormSchema),
    defaultValues: trainingFormOf(info),
  });
  const { submit, saving, unsaved } = useSave<TrainingForm>({
    dirty: form.formState.isDirty,
    onDone,
    save: (values) => saveTrainingInfo(client, userId, trainingInfoOf(values)),
  });
  return (
    <Form onSubmit={(event) => void form.handleSubmit((values) => submit(values))(event)} aria-label="Weiterbildung">
      <LeaveGuard when={unsaved} />
      <FormFields lines={TRAINING_FORM_FIELDS} form={form} />
      <FormActions>
        <Button type="submit" variant="primary" loading={saving}>
          Änderungen speichern
        </Button>
        <Button onClick={onDone} disabled={saving}>
          Abbrechen
        </Button>
      </FormActions>
    </Form>
  );
}
