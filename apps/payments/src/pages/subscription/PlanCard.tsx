import { Box, Button, Card, Chip, formatCents, Icon, Row, Stack, StatusChip, Text } from '@nemus/ui';
import type { ProductTax } from '../../taxes/useTax';
import { TIER_LABELS, TIER_PERIODS, type Plan } from '../../plans/plans';

/** `current`: the institution has it. `other`: it has another one. `unknown`: its subscription is not known yet. */
export type PlanOffer = 'open' | 'current' | 'other' | 'unknown';

/** One plan with its price, and the button that orders it. */
export function PlanCard({
  plan: { tier, cents, popular, points },
  offer,
  tax,
  busy,
  waiting,
  onBuy,
}: {
  plan: Plan;
  offer: PlanOffer;
  tax: ProductTax;
  /** A session is being made. */
  busy: boolean;
  /** The provider's page is open. */
  waiting: boolean;
  onBuy: () => void;
}) {
  const label = TIER_LABELS[tier];
  return (
    <Card
      as="li"
      title={label}
      aside={popular ? <Chip tone="accent">beliebt</Chip> : undefined}
      sx={popular ? { borderColor: 'primary.main' } : {}}
      footer={
        offer === 'current' ? (
          <StatusChip tone="success">Ihr Abonnement</StatusChip>
        ) : offer === 'other' ? undefined : (
          <Stack gap={0.75} sx={{ width: '100%' }}>
            <Button
              variant={popular ? 'primary' : 'secondary'}
              fullWidth
              loading={busy}
              disabled={offer === 'unknown' || waiting || tax.isRefused}
              onClick={onBuy}
              aria-label={`Zahlungspflichtig abonnieren: ${label}`}
            >
              Zahlungspflichtig abonnieren
            </Button>
            <Text variant="caption" tone="muted">
              Verlängert sich um {tier === 'monthly' ? 'einen Monat' : 'ein Jahr'}, wenn Sie nicht vorher im
              Kundenportal kündigen.
            </Text>
          </Stack>
        )
      }
    >
      <Box>
        <Row gap={0.75} align="baseline">
          <Text as="p" variant="title" numeric>
            {formatCents(cents)}
          </Text>
          <Text as="span" tone="muted">
            pro {TIER_PERIODS[tier]}
          </Text>
        </Row>
        <Text variant="caption" tone="muted">
          {tax.text}
        </Text>
      </Box>
      <Stack as="ul" gap={0.75} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {points.map((point) => (
          <Row as="li" key={point} gap={1} wrap={false}>
            <Box component="span" sx={{ display: 'inline-flex', color: 'success.main' }}>
              <Icon name="check" size={18} />
            </Box>
            <Text as="span" variant="small">
              {point}
            </Text>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}
