import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { AGE_BANDS, ageBandSchema, createLogbookCase, logbookCasesQuery } from '@nemus/data';
import {
  Button,
  Card,
  DateField,
  dayProblem,
  EmptyState,
  Form,
  FormActions,
  FormRow,
  Select,
  SkeletonCard,
  Stack,
  Text,
} from '@nemus/ui';
import { CaseTable } from './CaseTable';
import { ageOf } from './case-words';
import { LogbookPage } from '../../frame/LogbookPage';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { FIRST_ENTRY_DAY, today } from '../../week/week';

/** Treatments by their codes. */
export default function CasesPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const cases = useQuery(logbookCasesQuery(client, userId));
  return (
    <LogbookPage
      title="Fälle"
      intro="Ein Fall hat einen Code, den das Portal wählt, und keinen Namen. Eine eigene Bezeichnung sehen nur Sie."
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
              <CaseTable cases={rows} />
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
