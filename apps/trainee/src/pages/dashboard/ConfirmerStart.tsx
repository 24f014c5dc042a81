import { useEffect } from 'react';
import { useSession } from '@nemus/contract/react';
import { ButtonLink, Page, Row, Text } from '@nemus/ui';
import { Link, useNavigate } from 'react-router-dom';

const INBOX = '/logbook/inbox';
/** Accounts led to their inbox since the page was loaded: once, so that a missing inbox never leads in circles. */
const led = new Set<string>();

/** The start of an account that only confirms entries of others: its inbox. */
export function ConfirmerStart() {
  const { userId } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (led.has(userId)) return;
    led.add(userId);
    void navigate(INBOX, { replace: true });
  }, [userId, navigate]);
  return (
    <Page title="Einträge bestätigen" intro="Ihr Konto bestätigt Einträge im Logbuch von Personen in Weiterbildung.">
      <Row>
        <ButtonLink component={Link} to={INBOX} variant="primary">
          Zum Eingang
        </ButtonLink>
      </Row>
      <Text variant="small" tone="muted">
        Sind Sie selbst in Weiterbildung? Tragen Sie im Profil Gebiet und Beginn ein, dann erscheint hier Ihr Stand.
      </Text>
    </Page>
  );
}
