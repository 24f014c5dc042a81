import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  AGE_BANDS,
  ageBandSchema,
  closeLogbookCase,
  createLogbookCase,
  deleteLogbookCase,
  logbookCasesQuery,
  type LogbookCase,
} from '@nemus/data';
import {
  Button,
  Card,
  Chip,
  DateField,
  dayProblem,
  EmptyState,
  Form,
  FormActions,
  FormRow,
  formatDate,
  Row,
  Select,
  SkeletonCard,
  Stack,
  Text,
} from '@nemus/ui';
import { LogbookPage } from '../../frame/LogbookPage';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { FIRST_ENTRY_DAY, today } from '../../week/week';

/** A change of a case, with its message. */
function useCaseAction<V>(run: (variables: V) => Promise<unknown>, done: string, failed: string) {
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  return useAction({
    mutationFn: run,
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: done });
    },
    onError: (error: Error) => notify({ kind: 'error', title: failed, description: reasonOf(error) }),
  });
}

/** Treatments by their codes. */
export default function CasesPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const cases = useQuery(logbookCasesQuery(client, userId));
  return (
    <LogbookPage
      title="Fälle"
      intro="Ein Fall hat einen Code, den das Portal wählt, und keinen Namen. Welcher Code zu wem gehört, steht allein in Ihrer Behandlungsakte."
    >
      <Stack gap={3}>
        <NewCase />
        <QueryPart query={cases} title="Ihre Fälle" loading={<SkeletonCard lines={3} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="article" title="Noch kein Fall">
                Legen Sie einen Fall an, und notieren Sie seinen Code in der Behandlungsakte.
              </EmptyState>
            ) : (
              <Stack as="ul" role="list" gap={2} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
                {rows.map((one) => (
                  <CaseCard key={one.id} one={one} />
                ))}
              </Stack>
            )
          }
        </QueryPart>
      </Stack>
    </LogbookPage>
  );
}

const BOUNDS = () => ({ min: FIRST_ENTRY_DAY, max: today() });

function NewCase() {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const [band, setBand] = useState('');
  const [day, setDay] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const create = useAction({
    mutationFn: () =>
      createLogbookCase(client, {
        age_band: ageBandSchema.nullable().catch(null).parse(band),
        started_on: day || null,
      }),
    onSuccess: ({ code }) => {
      publish();
      setMade(code);
      setBand('');
      setDay('');
    },
    onError: (error) => notify({ kind: 'error', title: 'Fall nicht angelegt', description: reasonOf(error) }),
  });
  return (
    <Card level={2} title="Neuer Fall">
      <Form
        aria-label="Neuer Fall"
        onSubmit={(event) => {
          event.preventDefault();
          if (dayProblem(day, BOUNDS()) === null) create.mutate();
        }}
      >
        <FormRow>
          <Select
            label="Alter"
            optional
            placeholder="Keine Angabe"
            options={AGE_BANDS.map((value) => ({
              value,
              label: ageOf(value),
            }))}
            value={band}
            onChange={({ target }) => setBand(target.value)}
          />
          <DateField
            label="Beginn der Behandlung"
            optional
            {...BOUNDS()}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </FormRow>
        <FormActions>
          <Button type="submit" variant="primary" icon="add" loading={create.isPending}>
            Fall anlegen
          </Button>
        </FormActions>
        <div role="status">{made !== null && <Text>Der Code dieses Falls ist {made}.</Text>}</div>
      </Form>
    </Card>
  );
}

function CaseCard({ one }: { one: LogbookCase }) {
  const client = useDataClient();
  const close = useCaseAction(
    (day: string | null) => closeLogbookCase(client, one.id, day),
    one.closed_on === null ? 'Fall abgeschlossen' : 'Fall wieder geöffnet',
    'Fall nicht geändert',
  );
  const remove = useCaseAction(() => deleteLogbookCase(client, one.id), 'Fall gelöscht', 'Fall nicht gelöscht');
  const isOpen = one.closed_on === null;
  return (
    <Card
      as="li"
      level={2}
      title={one.code}
      aside={
        <Chip tone={isOpen ? 'info' : 'neutral'}>
          {isOpen ? 'Läuft' : `Abgeschlossen am ${formatDate(one.closed_on)}`}
        </Chip>
      }
    >
      <Text variant="small" tone="muted">
        {[
          one.age_band === null ? null : ageOf(one.age_band),
          one.started_on === null ? null : `seit ${formatDate(one.started_on)}`,
        ]
          .filter((part) => part !== null)
          .join(' · ') || 'Ohne weitere Angaben'}
      </Text>
      <Row>
        <Button
          size="small"
          aria-label={`${isOpen ? 'Abschließen' : 'Wieder öffnen'}: ${one.code}`}
          loading={close.isPending}
          onClick={() => close.mutate(isOpen ? today() : null)}
        >
          {isOpen ? 'Abschließen' : 'Wieder öffnen'}
        </Button>
        <Button
          size="small"
          icon="delete"
          aria-label={`Löschen: ${one.code}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          Löschen
        </Button>
      </Row>
    </Card>
  );
}

/** "18 bis 34 Jahre", "65 Jahre und älter". */
const ageOf = (band: string): string =>
  band.endsWith('+') ? `${band.slice(0, -1)} Jahre und älter` : `${band.replace('-', ' bis ')} Jahre`;
