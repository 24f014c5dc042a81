import { zodResolver } from '@hookform/resolvers/zod';
import { LeaveGuard, useDataClient } from '@nemus/area';
import { saveTrainingInfo, TRAINING_FIELDS, TRAINING_PROCEDURES, type TrainingInfo } from '@nemus/data';
import { Button, Form, FormActions, FormRow, Select, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { trainingFormOf, trainingFormSchema, trainingInfoOf, type TrainingForm } from './training-info';
import { useSave } from './useSave';

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Edits what the account is trained in. */
export function TrainingInfoForm({ userId, info, onDone }: { userId: string; info: TrainingInfo; onDone: () => void }) {
  const client = useDataClient();
  const { register, handleSubmit, formState } = useForm<TrainingForm>({
    resolver: zodResolver(trainingFormSchema),
    defaultValues: trainingFormOf(info),
  });
  const { errors, isDirty } = formState;
  const { submit, saving, unsaved } = useSave<TrainingForm>({
    dirty: isDirty,
    onDone,
    save: (form) => saveTrainingInfo(client, userId, trainingInfoOf(form)),
  });
  return (
    <Form onSubmit={(event) => void handleSubmit((form) => submit(form))(event)} aria-label="Weiterbildung">
      <LeaveGuard when={unsaved} />
      <Select
        label="Fachgebiet"
        optional
        placeholder="Bitte wählen"
        options={optionsOf(TRAINING_FIELDS)}
        error={errors.field?.message}
        {...register('field')}
      />
      <Select
        label="Verfahren"
        optional
        placeholder="Bitte wählen"
        options={optionsOf(TRAINING_PROCEDURES)}
        error={errors.procedure?.message}
        {...register('procedure')}
      />
      <TextField
        label="Weiterbildungsstätte"
        optional
        error={errors.trainingSite?.message}
        {...register('trainingSite')}
      />
      <TextField label="Supervision" optional error={errors.supervisorName?.message} {...register('supervisorName')} />
      <TextField label="Kammer" optional error={errors.chamber?.message} {...register('chamber')} />
      <FormRow>
        <TextField label="Beginn" type="date" optional error={errors.startedOn?.message} {...register('startedOn')} />
        <TextField
          label="Voraussichtliches Ende"
          type="date"
          optional
          error={errors.expectedEndOn?.message}
          {...register('expectedEndOn')}
        />
      </FormRow>
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
