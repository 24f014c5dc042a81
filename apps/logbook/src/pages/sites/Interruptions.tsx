import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  DataError,
  deleteInterruption,
  INTERRUPTION_KINDS,
  INTERRUPTION_LABELS,
  interruptionsQuery,
  saveInterruption,
  type Interruption,
} from '@nemus/data';
import {
  Button,
  Card,
  Checkbox,
  DateField,
  Form,
  FormActions,
  FormRow,
  NumberField,
  numberOf,
  Row,
  Section,
  Select,
  SkeletonCard,
  Stack,
  Text,
} from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { restWords } from '../../credit/forecast-words';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { FIRST_ENTRY_DAY } from '../../week/week';
import { isPeriod, NO_PERIOD, PERIOD_FIELDS } from './period-form';

const PERCENT = { min: 1, max: 100, digits: 0 } as const;
const restFormSchema = z
  .object({
    kind: z.enum(INTERRUPTION_KINDS),
    ...PERIOD_FIELDS,
    percent: z.string().refine((text) => numberOf(text, PERCENT) !== null, 'Bitte geben Sie 1 bis 100 an.'),
    shows_kind: z.boolean(),
  })
  .refine(isPeriod, NO_PERIOD);
type RestForm = z.infer<typeof restFormSchema>;
const EMPTY: RestForm = { kind: 'parental_leave', started_on: '', ended_on: '', percent: '100', shows_kind: false };

/** Times in which the training rests: in the share of time and the forecast. */
export function Interruptions() {
  const { userId } = useSession();
  const rests = useQuery(interruptionsQuery(useDataClient(), userId));
  // Null: nothing is open; a new one has no id.
  const [edited, setEdited] = useState<{ readonly id: string | null; readonly form: RestForm } | null>(null);
  return (
    <Section
      title="Unterbrechungen"
      description="Elternzeit, Krankheit, Teilzeit: Diese Zeit zählt im Stand und in der Prognose nicht gegen Sie."
      actions={
        <Button icon="add" onClick={() => setEdited({ id: null, form: EMPTY })}>
          Unterbrechung hinzufügen
        </Button>
      }
    >
      <Stack gap={2}>
        {edited !== null && (
          <RestEditor key={edited.id ?? 'new'} id={edited.id} begin={edited.form} onClose={() => setEdited(null)} />
        )}
        <QueryPart query={rests} title="Ihre Unterbrechungen" loading={<SkeletonCard lines={2} />}>
          {(rows) =>
            rows.length === 0 ? (
              <Text tone="muted">Keine eingetragen.</Text>
            ) : (
              <Stack as="ul" role="list" gap={2} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
                {rows.map((rest) => (
                  <RestCard
                    key={rest.id}
                    rest={rest}
                    onDeleted={() => setEdited((now) => (now?.id === rest.id ? null : now))}
                    onEdit={() =>
                      setEdited({
                        id: rest.id,
                        form: { ...rest, ended_on: rest.ended_on ?? '', percent: String(rest.percent) },
                      })
                    }
                  />
                ))}
              </Stack>
            )
          }
        </QueryPart>
      </Stack>
    </Section>
  );
}

function RestCard({ rest, onEdit, onDeleted }: { rest: Interruption; onEdit: () => void; onDeleted: () => void }) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const words = restWords(rest);
  const remove = useAction({
    mutationFn: () => deleteInterruption(client, rest.id),
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: 'Unterbrechung gelöscht' });
      onDeleted();
    },
    onError: (error) => notify({ kind: 'error', title: 'Unterbrechung nicht gelöscht', description: reasonOf(error) }),
  });
  return (
    <Card as="li" level={3} title={words}>
      <Text variant="small" tone="muted">
        {rest.shows_kind
          ? 'Ihre Weiterbildungsstätte sieht den Grund.'
          : 'Ihre Weiterbildungsstätte sieht nur „Unterbrechung“, nicht den Grund.'}
      </Text>
      <Row>
        <Button size="small" icon="edit" aria-label={`Bearbeiten: ${words}`} onClick={onEdit}>
          Bearbeiten
        </Button>
        <Button
          size="small"
          icon="delete"
          aria-label={`Löschen: ${words}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Löschen
        </Button>
      </Row>
    </Card>
  );
}

function RestEditor({ id, begin, onClose }: { id: string | null; begin: RestForm; onClose: () => void }) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const form = useForm({ resolver: zodResolver(restFormSchema), defaultValues: begin });
  const { register, formState } = form;
  const save = useAction({
    mutationFn: ({ ended_on: until, percent, ...fields }: RestForm) =>
      saveInterruption(client, { id, ...fields, ended_on: until || null, percent: numberOf(percent, PERCENT) ?? 100 }),
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: 'Unterbrechung gespeichert' });
      onClose();
    },
    onError: (error) => {
      const field = restFormSchema.keyof().safeParse(error instanceof DataError ? error.field : undefined);
      if (field.success) form.setError(field.data, { message: error.message }, { shouldFocus: true });
      else notify({ kind: 'error', title: 'Unterbrechung nicht gespeichert', description: reasonOf(error) });
    },
  });
  return (
    <Card level={3} title={id === null ? 'Neue Unterbrechung' : 'Unterbrechung bearbeiten'}>
      <Form aria-label="Unterbrechung" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
        <FormRow>
          <Select
            label="Grund"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by its button, which the form follows
            autoFocus
            options={INTERRUPTION_KINDS.map((value) => ({ value, label: INTERRUPTION_LABELS[value] }))}
            error={formState.errors.kind?.message}
            {...register('kind')}
          />
          <DateField
            label="Erster Tag"
            min={FIRST_ENTRY_DAY}
            error={formState.errors.started_on?.message}
            {...register('started_on')}
          />
          <DateField
            label="Letzter Tag"
            optional
            min={FIRST_ENTRY_DAY}
            error={formState.errors.ended_on?.message}
            {...register('ended_on')}
          />
          <NumberField
            label="Wie viel ruht, in Prozent"
            hint="100: alles. 50: Sie machen die Hälfte weiter."
            least={PERCENT.min}
            most={PERCENT.max}
            error={formState.errors.percent?.message}
            {...register('percent')}
          />
        </FormRow>
        <Checkbox
          label="Meine Weiterbildungsstätte sieht den Grund"
          hint="Sonst sieht sie nur Zeitraum, Anteil und „Unterbrechung“."
          {...register('shows_kind')}
        />
        <FormActions>
          <Button type="submit" variant="primary" icon="check" loading={save.isPending}>
            Unterbrechung speichern
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </FormActions>
      </Form>
    </Card>
  );
}
