import { Page, Spinner, Surface, Stack, Text } from '@nemus/ui';

/** While the payment is checked. */
export function ResultLoading() {
  return (
    <Page title="Zahlung wird geprüft" width="narrow">
      <Surface padding="large">
        <Stack align="center" gap={2} sx={{ paddingBlock: 3, textAlign: 'center' }}>
          <Spinner label="Ihre Zahlung wird geprüft …" size={36} visibleLabel />
          <Text variant="small" tone="muted">
            Das dauert nur einen Moment. Bitte schließen Sie diese Seite noch nicht.
          </Text>
        </Stack>
      </Surface>
    </Page>
  );
}
