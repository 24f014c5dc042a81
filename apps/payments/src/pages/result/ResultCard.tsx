import { AddressOffer } from '@nemus/area/billing';
import { usePorts, useSession } from '@nemus/contract/react';
import type { PaymentVerification } from '@nemus/data';
import { Alert, Button, ButtonLink, Page, Row, Stack, Surface, Text, type AlertTone } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { PaymentFacts } from './PaymentFacts';
import type { Result } from './result';
import { supportMail } from './support-mail';

const TONES: Readonly<Record<Result['kind'], AlertTone>> = {
  bought: 'success',
  waiting: 'warning',
  failed: 'error',
  unverified: 'error',
};

/** The payment's state, its consequences, and links to continue. */
export function ResultCard({
  result,
  payment = null,
  sessionId = null,
  checking = false,
  onRetry,
}: {
  result: Result;
  /** Null while nothing is known of the payment. */
  payment?: PaymentVerification | null;
  /** Null when the address has none. */
  sessionId?: string | null;
  checking?: boolean;
  onRetry?: () => void;
}) {
  const { supportEmail } = usePorts();
  return (
    <Page title={result.title} width="narrow">
      <Surface padding="large">
        <Stack gap={3}>
          <Alert tone={TONES[result.kind]} title={result.text}>
            {result.next ?? undefined}
          </Alert>
          {payment?.success && <PaymentFacts payment={payment} />}
          {payment?.success && <AddressOffer />}
          <Row>
            {result.retry && onRetry && (
              <Button variant="primary" icon="refresh" loading={checking} onClick={onRetry}>
                Jetzt prüfen
              </Button>
            )}
            <WayOn kind={payment?.kind ?? null} primary={!result.retry} />
            {result.support && sessionId !== null && (
              <ButtonLink href={supportMail(supportEmail, sessionId)} icon="mail">
                Support kontaktieren
              </ButtonLink>
            )}
          </Row>
          {result.support && sessionId !== null && (
            <Text variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
              Session-ID: {sessionId}
            </Text>
          )}
          {result.kind === 'bought' && (
            <Text variant="caption" tone="muted">
              Der Tab, in dem Sie den Kauf begonnen haben, weiß schon Bescheid. Diesen hier können Sie schließen.
            </Text>
          )}
        </Stack>
      </Surface>
    </Page>
  );
}

/** Links to what was bought. */
function WayOn({ kind, primary }: { kind: PaymentVerification['kind'] | null; primary: boolean }) {
  const { profile } = useSession();
  const isInstitution = profile?.userType === 'institution';
  const toSubscription = isInstitution && kind !== 'course';
  const variant = primary ? 'primary' : 'secondary';
  return (
    <>
      <ButtonLink component={Link} to={toSubscription ? paths.subscription : paths.dashboard} variant={variant}>
        {toSubscription ? 'Zum Abonnement' : 'Zum Dashboard'}
      </ButtonLink>
      {profile && primary && (
        <ButtonLink component={Link} to={isInstitution ? paths.purchases : paths.traineePurchases} icon="purchases">
          Käufe ansehen
        </ButtonLink>
      )}
    </>
  );
}
