import type { UseQueryResult } from '@tanstack/react-query';
import { HelpText, QueryPart } from '@nemus/area';
import { roleNames, useRoles } from '@nemus/area/roles';
import type { CreditBalance } from '@nemus/data';
import { ButtonLink, Card, EmptyState, formatNumber, ProgressBar, Section, SkeletonCard, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { CreditForecastLine } from '../../credits/CreditForecastLine';
import { paths } from '../../paths';

/** How much of the bought credits is used, and the way to more. */
export function CreditOverview({ balance }: { balance: UseQueryResult<CreditBalance | null> }) {
  return (
    <Section title="Credit-Übersicht">
      <QueryPart query={balance} title="Ihre Credits" loading={<SkeletonCard lines={1} />}>
        {(credits) => (credits === null || credits.total_credits === 0 ? <NoCredits /> : <Used credits={credits} />)}
      </QueryPart>
      <HelpText question="Was sind Credits?">
        <p>
          Credits sind ein Guthaben für Kursplätze. Jeder Kurs nennt seinen Preis in Credits; bei der Buchung wird er
          für jede Person abgezogen, ohne weitere Zahlung.
        </p>
      </HelpText>
    </Section>
  );
}

function Used({ credits: { total_credits, used_credits, available_credits } }: { credits: CreditBalance }) {
  return (
    <Card
      as="div"
      title={`${formatNumber(available_credits)} von ${formatNumber(total_credits)} Credits verfügbar`}
      aside={<BuyCredits />}
    >
      <ProgressBar
        label="Verwendete Credits"
        value={used_credits}
        max={total_credits}
        valueText={`${formatNumber(used_credits)} von ${formatNumber(total_credits)}`}
      />
      <CreditForecastLine />
      <Text variant="small" tone="muted">
        Mit Credits buchen Sie Kurse für Ihre PiW ohne einzelne Zahlung.
      </Text>
    </Card>
  );
}

function NoCredits() {
  return (
    <EmptyState icon="credits" title="Noch keine Credits" action={<BuyCredits />}>
      Mit Credits buchen Sie Kurse für Ihre PiW ohne einzelne Zahlung. Gekaufte Credits stehen hier.
    </EmptyState>
  );
}

function BuyCredits() {
  const { may } = useRoles();
  if (!may('billing')) {
    return (
      <Text variant="small" tone="muted">
        Credits kauft, wer die Rolle {roleNames('billing')} hat.
      </Text>
    );
  }
  return (
    <ButtonLink component={Link} to={paths.subscription} variant="primary" icon="credits">
      Credits kaufen
    </ButtonLink>
  );
}
