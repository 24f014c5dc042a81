import { Alert, Button, Row, Stack, Surface, Text } from '@nemus/ui';
import type { WithdrawalValues } from './withdrawal-form';
import { WithdrawalFacts } from './WithdrawalFacts';

/** Second step: the declaration, and its button. */
export function WithdrawalConfirmation({
  values,
  sending,
  failure,
  onConfirm,
  onBack,
}: {
  values: WithdrawalValues;
  sending: boolean;
  /** Why it could not be sent; null without a failure. */
  failure: string | null;
  onConfirm: () => void;
  onBack: () => void;
}) {
  return (
    <Surface padding="large">
      <Stack gap={2.5}>
        {failure === null ? null : <Alert tone="error">{failure}</Alert>}
        <Text as="h2" variant="subheading">
          Ihre Erklärung
        </Text>
        <WithdrawalFacts values={values} />
        <Row>
          <Button variant="primary" loading={sending} onClick={onConfirm}>
            Widerruf bestätigen
          </Button>
          <Button icon="arrow-left" disabled={sending} onClick={onBack}>
            Zurück
          </Button>
        </Row>
      </Stack>
    </Surface>
  );
}
