import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { ownNameQuery, type NameRequest } from '@nemus/data';
import {
  Card,
  EmptyState,
  formatDate,
  Link as TextLink,
  SkeletonCard,
  Stack,
  StatusChip,
  Text,
  type Tone,
} from '@nemus/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { AccountPage } from '../../frame/AccountPage';
import { NameRequestForm } from './NameRequestForm';
import { OpenRequest } from './OpenRequest';

const STATES: Readonly<Record<NameRequest['state'], { label: string; tone: Tone }>> = {
  open: { label: 'Wird geprüft', tone: 'warning' },
  accepted: { label: 'Geändert', tone: 'success' },
  declined: { label: 'Abgelehnt', tone: 'error' },
  withdrawn: { label: 'Zurückgezogen', tone: 'neutral' },
};

/** The account's name: once it is on a proof, another one is requested here. */
export default function NamePage() {
  const { userId, profile } = useSession();
  const query = useQuery(ownNameQuery(useDataClient(), userId ?? ''));
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : '';
  if (profile?.userType === 'institution') {
    return (
      <AccountPage title="Name" intro="Der Name Ihrer Weiterbildungsstätte.">
        <Card title={profile.institutionName ?? 'Noch ohne Namen'} level={2}>
          <Text>
            Sie ändern ihn in den Einstellungen der Weiterbildungsstätte. Auf Bestätigungen steht er, sobald wir ihn
            freigegeben haben; was schon bestätigt ist, behält den Namen seiner Zeit.
          </Text>
        </Card>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Name" intro="Ihr Name, wie er auf Zertifikaten und Ausdrucken steht.">
      <QueryPart query={query} title="Ihr Name" loading={<SkeletonCard lines={4} />}>
        {({ isProved, requests }) => {
          const open = requests.find(({ state }) => state === 'open');
          return (
            <Stack gap={3}>
              <Card title={name || 'Noch ohne Namen'} level={2}>
                {isProved ? (
                  <Text>
                    Ihr Name steht auf bestätigten Stunden oder Zertifikaten. Eine Änderung beantragen Sie deshalb mit
                    einer Begründung. Frühere Dokumente behalten den Namen ihrer Zeit und bleiben gültig.
                  </Text>
                ) : (
                  <Text>
                    Noch steht Ihr Name auf keinem Dokument. Sie ändern ihn selbst{' '}
                    <TextLink component={Link} to="/profile">
                      im Profil
                    </TextLink>
                    .
                  </Text>
                )}
              </Card>
              {open !== undefined && <OpenRequest request={open} />}
              {isProved && open === undefined && <NameRequestForm />}
              {isProved && <History requests={requests.filter(({ state }) => state !== 'open')} />}
            </Stack>
          );
        }}
      </QueryPart>
    </AccountPage>
  );
}

function History({ requests }: { requests: readonly NameRequest[] }) {
  return (
    <Card title="Frühere Anträge" level={2}>
      {requests.length === 0 ? (
        <EmptyState title="Noch kein Antrag">Entschiedene Anträge und frühere Namen stehen hier.</EmptyState>
      ) : (
        <Stack gap={2} as="ul">
          {requests.map(({ id, old_name: old, first_name: first, last_name: last, state, answer, decided_at: at }) => (
            <Stack key={id} gap={0.5} as="li">
              <Text>
                {old || 'Ohne Namen'} → {first} {last}
              </Text>
              <StatusChip tone={STATES[state].tone}>
                {[STATES[state].label, at === null ? '' : formatDate(at)].filter(Boolean).join(' am ')}
              </StatusChip>
              {answer !== null && (
                <Text variant="small" tone="muted">
                  Antwort: {answer}
                </Text>
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  );
}
