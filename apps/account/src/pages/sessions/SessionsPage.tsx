import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { sessionsQuery } from '@nemus/data';
import { Button, FormActions, SkeletonRows, Stack, Text } from '@nemus/ui';
import { AccountPage } from '../../frame/AccountPage';
import { EndDialog, type Ending } from './EndDialog';
import { SessionCard } from './SessionCard';

/** Where the account is signed in, with sign-out buttons. */
export default function SessionsPage() {
  const { userId } = useSession();
  const query = useQuery(sessionsQuery(useDataClient(), userId));
  const [ending, setEnding] = useState<Ending | null>(null);
  return (
    <AccountPage
      title="Anmeldungen"
      intro="Die Geräte, auf denen Ihr Konto angemeldet ist. Wenn Sie eines nicht kennen, melden Sie es ab und ändern Sie Ihr Passwort."
    >
      <QueryPart query={query} title="Anmeldungen" loading={<SkeletonRows count={3} />}>
        {(sessions) => (
          <Stack gap={3}>
            <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {sessions.map((session) => (
                <SessionCard key={session.id} session={session} onEnd={() => setEnding({ kind: 'one', session })} />
              ))}
            </Stack>
            {sessions.every(({ is_current: isCurrent }) => isCurrent) && (
              <Text tone="muted">Sie sind nur hier angemeldet.</Text>
            )}
            <FormActions>
              {sessions.some(({ is_current: isCurrent }) => !isCurrent) && (
                <Button variant="primary" onClick={() => setEnding({ kind: 'others' })}>
                  Alle anderen abmelden
                </Button>
              )}
              <Button onClick={() => setEnding({ kind: 'all' })}>Überall abmelden</Button>
            </FormActions>
          </Stack>
        )}
      </QueryPart>
      {ending !== null && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </AccountPage>
  );
}
