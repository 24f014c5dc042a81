import { pageReads, QueryPart } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { deletionTermsQuery, isRefusalCode, readRefusal, type DeletionTerms } from '@nemus/data';
import { Alert, Button, ButtonLink, Page, Row, SkeletonCard, Stack, Surface, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { describeDeletion } from './deletion-words';

export const { reads, usePageReads } = pageReads(
  ({ client, userId }) => ({ terms: deletionTermsQuery(client, userId) }),
  // The list must be current.
  { kept: false },
);

/**
 * `/konto-loeschen`: says what is deleted and what stays. The shell asks for the password, and deletes. Opening the page
 * has no effect.
 */
export default function DeletionPage() {
  const { terms } = usePageReads();
  const { email } = useSession();
  return (
    <Page title="Konto löschen" width="narrow" intro={`Für das Konto ${email}`}>
      <QueryPart query={terms} title="Was gelöscht wird" loading={<SkeletonCard lines={6} />}>
        {(found) => (
          <Surface padding="large">
            <Stack gap={2.5}>
              {found.blockedBy === null ? <Deletion terms={found} /> : <Blocked by={found.blockedBy} />}
            </Stack>
          </Surface>
        )}
      </QueryPart>
    </Page>
  );
}

function Blocked({ by }: { by: NonNullable<DeletionTerms['blockedBy']> }) {
  return (
    <>
      <Alert tone="warning">
        {isRefusalCode(by) ? readRefusal(by) : 'Ihr Konto kann zurzeit nicht gelöscht werden.'}
      </Alert>
      <Row>
        <ButtonLink component={Link} to="/dashboard" variant="primary">
          Zurück zum Portal
        </ButtonLink>
      </Row>
    </>
  );
}

function Deletion({ terms }: { terms: DeletionTerms }) {
  const { session } = usePorts();
  const { lost, kept } = describeDeletion(terms);
  return (
    <>
      <Alert tone="warning">
        Das lässt sich nicht rückgängig machen. Laden Sie vorher im Profil Ihre Daten herunter.
      </Alert>
      <Text as="ul" sx={{ paddingInlineStart: 2.5, margin: 0 }}>
        {lost.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Text>
      {kept === null ? null : <Text>{kept}</Text>}
      <Row>
        <Button variant="danger" onClick={() => void session.deleteAccount?.()}>
          Konto löschen …
        </Button>
        <ButtonLink component={Link} to="/dashboard" variant="quiet">
          Konto behalten
        </ButtonLink>
      </Row>
    </>
  );
}
