import { QueryPart } from '@nemus/area';
import type { Subscription } from '@nemus/data';
import { Alert, Button, ButtonLink, Card, formatDate, Row, SkeletonCard, Stack, StatusChip, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { TIER_LABELS } from '../../plans/plans';
import { stateOf } from '../../plans/subscription-state';
import { useCustomerPortal } from './useCustomerPortal';

/** The institution's subscription, or that there is none, and a link to the provider's customer portal. */
export function CurrentSubscription() {
  const { subscription, opening, blockedUrl, open } = useCustomerPortal();
  return (
    <QueryPart query={subscription} title="Ihr Abonnement" loading={<SkeletonCard lines={2} />}>
      {(current) => (
        <Card
          title="Aktuelles Abonnement"
          level={2}
          aside={<StateChip subscription={current} />}
          footer={
            <Row>
              <ButtonLink component={Link} to={paths.purchases} icon="purchases">
                Rechnungen
              </ButtonLink>
              <Button iconEnd="external" loading={opening} onClick={open}>
                Kundenportal
              </Button>
            </Row>
          }
        >
          {current === null ? <NoSubscription /> : <Details subscription={current} />}
          {blockedUrl !== null && <BlockedNotice url={blockedUrl} />}
        </Card>
      )}
    </QueryPart>
  );
}

function StateChip({ subscription }: { subscription: Subscription | null }) {
  if (subscription === null) return <StatusChip tone="neutral">Keines</StatusChip>;
  const { label, tone } = stateOf(subscription);
  return <StatusChip tone={tone}>{label}</StatusChip>;
}

function Details({ subscription }: { subscription: Subscription }) {
  const { dateLabel } = stateOf(subscription);
  const { tier, current_period_end: end } = subscription;
  return (
    <Stack gap={0.5}>
      <Text variant="heading" as="p">
        {TIER_LABELS[tier]}
      </Text>
      {dateLabel !== null && end !== null && (
        <Text tone="muted">
          {dateLabel}: {formatDate(end)}
        </Text>
      )}
      <Text variant="small" tone="muted">
        Zahlungsart, Wechsel und Kündigung verwalten Sie im Kundenportal des Zahlungsanbieters. Ihre Rechnungen stehen
        bei Ihren Käufen.
      </Text>
    </Stack>
  );
}

function NoSubscription() {
  return (
    <Stack gap={0.5}>
      <Text variant="heading" as="p">
        Noch kein Abonnement
      </Text>
      <Text tone="muted">
        Wählen Sie unten eines der beiden Abonnements. Zahlungsarten finden Sie im Kundenportal des Zahlungsanbieters,
        Ihre Rechnungen bei Ihren Käufen.
      </Text>
    </Stack>
  );
}

function BlockedNotice({ url }: { url: string }) {
  return (
    <Alert
      tone="warning"
      title="Ihr Browser hat den neuen Tab blockiert"
      actions={
        <ButtonLink
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          size="small"
          variant="primary"
          iconEnd="external"
        >
          Kundenportal öffnen
        </ButtonLink>
      }
    />
  );
}
