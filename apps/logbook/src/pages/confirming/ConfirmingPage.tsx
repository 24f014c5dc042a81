import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { signOffStatusQuery, type SignOffStatus } from '@nemus/data';
import { Button, Card, EmptyState, formatDate, Row, SkeletonCards, Stack, Text } from '@nemus/ui';
import { LogbookPage } from '../../frame/LogbookPage';
import { DeputyDialog } from '../people/DeputyDialog';
import { EndDialog, type Ending } from '../people/EndDialog';
import { MailChoice } from './MailChoice';

type Naming = SignOffStatus['people'][number];

/** What a confirming person arranges itself: deputies for holidays, and mails. */
export default function ConfirmingPage() {
  const { userId } = useSession();
  const status = useQuery(signOffStatusQuery(useDataClient(), userId));
  return (
    <LogbookPage title="Vertretung und E-Mails">
      <QueryPart query={status} title="Ihre Benennungen" loading={<SkeletonCards count={2} min="100%" lines={3} />}>
        {({ people, mails, only }) =>
          people.length === 0 ? (
            <EmptyState icon="check-circle" title="Sie bestätigen für keine Weiterbildungsstätte">
              Hat eine Weiterbildungsstätte Sie benannt, nehmen Sie das unter „Eingang“ an. Danach regeln Sie hier Ihre
              Vertretung.
            </EmptyState>
          ) : (
            <Stack gap={2}>
              {people.map((naming) => (
                <DeputyCard key={naming.confirmer_id} naming={naming} />
              ))}
              <MailChoice mails={mails} />
              {only && (
                <Text variant="small" tone="muted">
                  Sind Sie selbst in Weiterbildung? Tragen Sie im Profil Gebiet und Beginn ein, dann erscheinen
                  Dashboard und Logbuch einer Person in Weiterbildung.
                </Text>
              )}
            </Stack>
          )
        }
      </QueryPart>
    </LogbookPage>
  );
}

function DeputyCard({ naming }: { naming: Naming }) {
  const { confirmer_id: id, name, institution, deputies, possible_deputies: possible } = naming;
  const [isNaming, setNaming] = useState(false);
  const [ending, setEnding] = useState<Ending | null>(null);
  return (
    <Card level={2} as="section" title={`Vertretung: ${institution ?? 'Weiterbildungsstätte'}`}>
      <Stack gap={1.5}>
        <Text variant="small" tone="muted">
          Wer Sie vertritt, bestätigt in dieser Zeit in Ihrer Rolle und unter eigenem Namen. Notizen zur Selbsterfahrung
          sieht die Vertretung nicht.
        </Text>
        {deputies.length === 0 && <Text variant="small">Niemand ist eingetragen.</Text>}
        <Stack as="ul" role="list" gap={0.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {deputies.map((deputy) => (
            <Row as="li" key={deputy.id} justify="between">
              <Text variant="small">
                {deputy.name}, {formatDate(deputy.valid_from)} bis {formatDate(deputy.valid_until)}
              </Text>
              <Button
                size="small"
                aria-label={`Vertretung beenden: ${deputy.name}`}
                onClick={() => setEnding({ kind: 'deputy', id: deputy.id, title: deputy.name, name })}
              >
                Beenden
              </Button>
            </Row>
          ))}
        </Stack>
        {possible.length === 0 ? (
          <Text variant="small">
            Vertreten kann nur, wen dieselbe Weiterbildungsstätte benannt hat und wer mit einem Konto bestätigt. Zurzeit
            gibt es sonst niemanden; bitte wenden Sie sich an die Weiterbildungsstätte.
          </Text>
        ) : (
          <Row>
            <Button size="small" icon="add" onClick={() => setNaming(true)}>
              Vertretung eintragen
            </Button>
          </Row>
        )}
      </Stack>
      {isNaming && <DeputyDialog person={{ id, name }} possible={possible} onClose={() => setNaming(false)} />}
      {ending !== null && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}
