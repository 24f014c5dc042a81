import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { roleNames, useRoles } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import { signOffWorkloadQuery, type Workload } from '@nemus/data';
import {
  Button,
  ButtonLink,
  Card,
  DefinitionList,
  EmptyState,
  formatCount,
  formatDate,
  Row,
  SkeletonRows,
  Stack,
  StatusChip,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { LogbookPage } from '../../frame/LogbookPage';
import { ConfirmerLetters } from '../../letters/ConfirmerLetters';
import { HandOverDialog } from './HandOverDialog';

const STATES: Readonly<Record<Workload['state'], string>> = {
  account: 'Mit Konto',
  invited: 'Per Link',
  ended: 'Nicht mehr auf der Liste',
};

/** Open entries by confirmer, since when, and the last mail. */
export default function WorkloadPage() {
  const { userId } = useSession();
  const query = useQuery(signOffWorkloadQuery(useDataClient(), userId));
  const maySend = useRoles().may('confirming');
  const [handsOver, setHandsOver] = useState<Workload | null>(null);
  return (
    <LogbookPage
      title="Auslastung"
      intro="Was bei wem auf Bestätigung wartet, und seit wann. Wer am meisten hat, steht oben."
    >
      <QueryPart query={query} title="Auslastung" loading={<SkeletonRows count={4} />}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState
              icon="trainees"
              title="Noch niemand bestätigt"
              action={
                maySend && (
                  <ButtonLink component={Link} to="/logbook/people">
                    Zu den Personen
                  </ButtonLink>
                )
              }
            >
              {maySend
                ? 'Benennen Sie zuerst Personen, die Einträge bestätigen dürfen.'
                : `Personen benennt, wer die Rolle ${roleNames('confirming')} hat.`}
            </EmptyState>
          ) : (
            <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {people.map((person) => (
                <PersonLoad
                  key={person.confirmer_id}
                  person={person}
                  maySend={maySend}
                  onHandOver={() => setHandsOver(person)}
                />
              ))}
            </Stack>
          )
        }
      </QueryPart>
      {handsOver !== null && (
        <HandOverDialog
          person={handsOver}
          people={(query.data ?? []).filter(({ state }) => state !== 'ended')}
          onClose={() => setHandsOver(null)}
        />
      )}
    </LogbookPage>
  );
}

function PersonLoad({
  person,
  maySend,
  onHandOver,
}: {
  person: Workload;
  /** The member hands over and sends; others read. */
  maySend: boolean;
  onHandOver: () => void;
}) {
  const { open, trainees, state, oldest_submitted_at: oldest, reminded_at: reminded } = person;
  return (
    <Card
      as="li"
      level={2}
      title={person.name}
      aside={<StatusChip tone={state === 'ended' && open > 0 ? 'error' : 'neutral'}>{STATES[state]}</StatusChip>}
    >
      <DefinitionList
        dense
        items={[
          {
            term: 'Offen',
            value:
              open === 0
                ? 'nichts'
                : `${formatCount(open, 'Eintrag', 'Einträge')} von ${formatCount(trainees, 'Person', 'Personen')}`,
          },
          ...(oldest === null ? [] : [{ term: 'Ältester eingereicht', value: formatDate(oldest) }]),
          ...(open === 0
            ? []
            : [
                {
                  term: 'Zuletzt per E-Mail benachrichtigt',
                  value: reminded === null ? 'noch nicht' : formatDate(reminded),
                },
              ]),
          ...(state === 'ended' && open > 0
            ? [
                {
                  term: 'Was zu tun ist',
                  value: 'Übergeben Sie die Einträge an jemand anderen, oder Ihre PiW nehmen sie zurück.',
                },
              ]
            : []),
        ]}
      />
      {open > 0 && (
        <Row>
          {maySend && (
            <Button size="small" aria-label={`Offene Einträge übergeben: ${person.name}`} onClick={onHandOver}>
              Einträge übergeben
            </Button>
          )}
          {state !== 'ended' && (
            <ConfirmerLetters
              to={{ id: person.confirmer_id, name: person.name }}
              of="Offene Einträge"
              canSend={maySend}
            />
          )}
        </Row>
      )}
    </Card>
  );
}
