import { ButtonLink, Card, formatNumber, ProgressBar, SampleChip, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import type { CompetencyState } from './competency-overview';

/** One competency: progress, modules, the next one, and matching courses. */
export function CompetencyCard({ state: { competency, label, percentage, plan } }: { state: CompetencyState }) {
  return (
    <Card
      as="li"
      title={label}
      aside={plan?.is_sample === true && <SampleChip />}
      footer={
        <ButtonLink
          component={Link}
          to={paths.catalogOf(competency)}
          size="small"
          iconEnd="arrow-right"
          aria-label={`Passende Kurse: ${label}`}
        >
          Passende Kurse
        </ButtonLink>
      }
    >
      <ProgressBar label="Fortschritt" value={percentage} />
      {plan === null ? (
        <Text variant="small" tone="muted">
          {percentage === 0
            ? 'Für diese Kompetenz sind noch keine Module geplant.'
            : 'Noch nicht für Sie geplant: Gerechnet wird mit der üblichen Zahl von Modulen.'}
        </Text>
      ) : (
        <Stack gap={0.5}>
          <Text variant="small" numeric>
            {formatNumber(plan.modules_completed)} von {formatNumber(plan.modules_total)} Modulen abgeschlossen
          </Text>
          <Text variant="small" tone="muted">
            {plan.next_module === null ? 'Kein weiteres Modul geplant.' : `Nächstes Modul: ${plan.next_module}`}
          </Text>
        </Stack>
      )}
    </Card>
  );
}
