import { formatMinutes } from '@nemus/data';
import { Alert, Card, formatNumber, Stack, Text } from '@nemus/ui';
import { supervisionRatio } from '../../credit/ratio';

/** How much was treated for each supervised hour, and a warning when that is too much. */
export function RatioCard({
  treated,
  supervised,
  demanded,
}: {
  treated: number;
  supervised: number;
  demanded: number;
}) {
  const { ratio, isShort, missing } = supervisionRatio(treated, supervised, demanded);
  return (
    <Card as="div" level={2} title="Behandlung und Supervision">
      <Stack gap={1.5}>
        <Text numeric>
          {formatMinutes(treated)} Behandlung, {formatMinutes(supervised)} Supervision
          {ratio === null ? '' : `: ${formatNumber(ratio, 1)} zu 1`}. Verlangt ist mindestens 1 UE Supervision auf{' '}
          {formatNumber(demanded, 2)} UE Behandlung.
        </Text>
        {isShort ? (
          <Alert tone="warning" title="Zu wenig Supervision">
            Für die bisherigen Behandlungen fehlen {formatMinutes(missing)} Supervision.
          </Alert>
        ) : (
          <Text variant="small" tone="success">
            Das Verhältnis ist eingehalten.
          </Text>
        )}
      </Stack>
    </Card>
  );
}
