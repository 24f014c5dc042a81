import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { LeaveGuard, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { COMPETENCIES, COMPETENCY_LABELS, DataError, saveTrainee, TRAINEE_EXISTS, type Trainee } from '@nemus/data';
import {
  Breadcrumbs,
  Button,
  ButtonLink,
  Card,
  Checkbox,
  Form,
  FormActions,
  FormRow,
  Grid,
  NumberField,
  Page,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useListSearch } from '../../address/list-state';
import { paths } from '../../paths';
import {
  linkedTraineeFormSchema,
  linkedTraineeRecordOf,
  traineeFormOf,
  traineeFormSchema,
  traineeRecordOf,
  type TraineeForm,
} from '../../trainees/trainee-form';
import { fullName } from '../../trainees/trainee-labels';
import { TraineePart } from './TraineePart';

const EMAIL_HINTS: Partial<Record<Trainee['access'], string>> = {
  linked: 'Adresse des Portalkontos. Die Person ändert sie dort selbst.',
  pending: 'Mit einer anderen Adresse gilt die offene Einladung nicht mehr. Laden Sie die Person danach erneut ein.',
};

/** Edits the institution's data about a trainee. */
export default function TraineeEditPage() {
  return <TraineePart>{(trainee) => <EditForm key={trainee.id} trainee={trainee} />}</TraineePart>;
}

function EditForm({ trainee }: { trainee: Trainee }) {
  const listSearch = useListSearch();
  const { state } = useLocation();
  const linked = trainee.user_id !== null;
  const { register, handleSubmit, formState, setError } = useForm<TraineeForm>({
    resolver: zodResolver(linked ? linkedTraineeFormSchema : traineeFormSchema),
    defaultValues: traineeFormOf(trainee),
  });
  const { errors, isDirty } = formState;
  const save = useSaveTrainee(trainee, () =>
    setError('email', { message: 'Diese E-Mail-Adresse gehört schon zu einer anderen Person.' }, { shouldFocus: true }),
  );
  return (
    <Page
      width="narrow"
      title={`${fullName(trainee)} bearbeiten`}
      above={
        <Breadcrumbs
          component={Link}
          items={[
            { label: 'PiW Verwaltung', to: paths.trainees + listSearch },
            { label: fullName(trainee), to: paths.trainee(trainee.id) },
            { label: 'Bearbeiten' },
          ]}
        />
      }
    >
      <Form onSubmit={(event) => void handleSubmit((form) => save.mutate(form))(event)} aria-label="Angaben der PiW">
        <LeaveGuard when={isDirty && !save.saved} />
        <Card title="Person" level={2} as="div">
          <FormRow>
            <TextField label="Vorname" error={errors.firstName?.message} {...register('firstName')} />
            <TextField label="Nachname" error={errors.lastName?.message} {...register('lastName')} />
          </FormRow>
          <TextField
            label="E-Mail"
            type="email"
            readOnly={linked}
            hint={EMAIL_HINTS[trainee.access]}
            error={errors.email?.message}
            {...register('email')}
          />
          <TextField label="Telefon" type="tel" optional error={errors.phone?.message} {...register('phone')} />
        </Card>
        {linked ? (
          <Text variant="small" tone="muted">
            Absolvierte Stunden und Kompetenzen kommen aus dem Portalkonto der Person.
          </Text>
        ) : (
          <Card title="Weiterbildungsstand" level={2} as="div">
            <FormRow>
              <NumberField
                label="Absolvierte Stunden"
                error={errors.completedHours?.message}
                {...register('completedHours')}
              />
              <NumberField label="Stunden gesamt" error={errors.totalHours?.message} {...register('totalHours')} />
            </FormRow>
            <Stack gap={0.5} role="group" aria-labelledby="kompetenzen">
              <Text as="span" variant="label" id="kompetenzen">
                Kompetenzen
              </Text>
              <Grid min="15rem" gap={0}>
                {COMPETENCIES.map((key) => (
                  <Checkbox key={key} label={COMPETENCY_LABELS[key]} value={key} {...register('competencies')} />
                ))}
              </Grid>
            </Stack>
          </Card>
        )}
        <FormActions>
          <Button type="submit" variant="primary" loading={save.isPending}>
            Änderungen speichern
          </Button>
          <ButtonLink component={Link} to={paths.trainee(trainee.id)} state={state}>
            Abbrechen
          </ButtonLink>
        </FormActions>
      </Form>
    </Page>
  );
}

function useSaveTrainee(trainee: Trainee, onEmailTaken: () => void) {
  const client = useDataClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { notify } = usePorts();
  const [saved, setSaved] = useState(false);
  const mutation = useAction({
    mutationFn: (form: TraineeForm) =>
      saveTrainee(client, trainee.id, trainee.user_id === null ? traineeRecordOf(form) : linkedTraineeRecordOf(form)),
    onSuccess: (_, form) => {
      void queries.invalidateQueries({ queryKey: ['trainees'] });
      flushSync(() => setSaved(true));
      notify({ kind: 'success', title: 'Angaben gespeichert', description: `${form.firstName} ${form.lastName}` });
    },
    onError: (error) => {
      if (error instanceof DataError && error.code === TRAINEE_EXISTS) onEmailTaken();
      else notify({ kind: 'error', title: 'Angaben nicht gespeichert', description: reasonOf(error) });
    },
  });
  // Navigation waits for the render that removes the guard, and the message for the navigation.
  useEffect(() => {
    if (saved) void navigate(paths.trainee(trainee.id), { replace: true, state });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the save is done
  }, [saved]);
  return { ...mutation, saved };
}
