import type { WithdrawalReceipt } from '@nemus/data';
import { Alert, Button, formatDateTime, Page, Row, ScreenOnly, Stack, Surface } from '@nemus/ui';
import type { WithdrawalValues } from './withdrawal-form';
import { WithdrawalFacts } from './WithdrawalFacts';

/** The withdrawal arrived: time, number and receipt. */
export function WithdrawalDone({ receipt, values }: { receipt: WithdrawalReceipt; values: WithdrawalValues }) {
  const { reference, received_at: receivedAt, receipt_sent: sent } = receipt;
  return (
    <Page title="Ihr Widerruf ist eingegangen" width="narrow">
      <Surface padding="large">
        <Stack gap={2.5}>
          {sent ? (
            <Alert tone="success" title={`Wir haben eine Eingangsbestätigung an ${values.email} geschickt.`}>
              Wir prüfen Ihren Widerruf und melden uns bei Ihnen.
            </Alert>
          ) : (
            <Alert tone="warning" title="Die Eingangsbestätigung konnte nicht verschickt werden.">
              Ihr Widerruf ist trotzdem eingegangen. Bitte drucken oder speichern Sie diese Seite.
            </Alert>
          )}
          <WithdrawalFacts
            values={values}
            above={[
              { term: 'Vorgangsnummer', value: reference },
              { term: 'Eingegangen am', value: `${formatDateTime(receivedAt)} Uhr` },
            ]}
          />
          <ScreenOnly>
            <Row>
              <Button icon="print" onClick={() => window.print()}>
                Seite drucken
              </Button>
            </Row>
          </ScreenOnly>
        </Stack>
      </Surface>
    </Page>
  );
}
