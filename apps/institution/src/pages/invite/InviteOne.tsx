import { zodResolver } from '@hookform/resolvers/zod';
import { LeaveGuard } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { Alert, Button, ButtonLink, Card, Form, FormActions, FormRow, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { personSchema, type Person } from '../../trainees/trainee-form';
import { useSendInvitations, type Sent } from './useSendInvitations';

const EMPTY: Person = { firstName: '', lastName: '', email: '', phone: '' };

/** Invites one person; the form is ready for the next one afterwards. */
export function InviteOne() {
  const { notify } = usePorts();
  const send = useSendInvitations();
  const { register, handleSubmit, formState, reset, setFocus } = useForm<Person>({
    resolver: zodResolver(personSchema),
    defaultValues: EMPTY,
  });
  const { errors, isDirty } = formState;
  const problem = send.data?.[0]?.problem ?? null;

  const submit = ({ firstName, lastName, email, phone }: Person) => {
    const done = ([sent]: readonly Sent[]) => {
      if (sent?.problem !== null) return;
      notify({ kind: 'success', title: 'Einladung verschickt', description: `an ${email}` });
      reset(EMPTY);
      setFocus('firstName');
    };
    send.mutate([{ first_name: firstName, last_name: lastName, email, phone }], { onSuccess: done });
  };

  return (
    <Form onSubmit={(event) => void handleSubmit(submit)(event)} aria-label="Eine Person einladen">
      <LeaveGuard when={isDirty && !send.isPending} />
      {problem === null ? null : (
        <Alert tone="error" title="Einladung nicht verschickt">
          {problem}
        </Alert>
      )}
      <Card as="div">
        <FormRow>
          <TextField label="Vorname" error={errors.firstName?.message} {...register('firstName')} />
          <TextField label="Nachname" error={errors.lastName?.message} {...register('lastName')} />
        </FormRow>
        <TextField label="E-Mail" type="email" error={errors.email?.message} {...register('email')} />
        <TextField label="Telefon" type="tel" optional error={errors.phone?.message} {...register('phone')} />
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" icon="mail" loading={send.isPending}>
          Einladung senden
        </Button>
        <ButtonLink component={Link} to={paths.trainees}>
          Zur PiW Verwaltung
        </ButtonLink>
      </FormActions>
    </Form>
  );
}
