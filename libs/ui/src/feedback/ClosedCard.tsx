import type { ReactNode } from 'react';
import { Button } from '../actions/Button';
import { DefinitionList } from '../display/DefinitionList';
import { Box, Row, Stack, Surface, Text } from '../layout/primitives';
import { Mark } from './ErrorCard';

export interface ClosedCardProps {
  /** German name of the area, such as "E-Learning". */
  area: string;
  /** Why, and until when; plain text. */
  reason: ReactNode;
  /** Who closed it and since when, as far as known. */
  facts: readonly { readonly term: string; readonly value: string }[];
  /** Note about the origin of the texts above. */
  source?: ReactNode;
  onRetry: () => void;
  retrying: boolean;
}

/** An area is closed on purpose: a notice, not a failure. Navigation and the other areas keep working. */
export function ClosedCard({ area, reason, facts, source, onRetry, retrying }: ClosedCardProps) {
  return (
    <Box sx={{ padding: { xs: 2, md: 5 }, maxWidth: '44rem', marginInline: 'auto' }}>
      <Surface role="status" padding="large">
        <Stack gap={2.5} align="start">
          <Mark icon="hourglass" tone="primary" />
          <Stack gap={1}>
            <Text as="h1" variant="heading" tabIndex={-1}>
              „{area}“ ist zurzeit abgeschaltet
            </Text>
            <Text sx={{ overflowWrap: 'anywhere' }}>{reason}</Text>
            <Text tone="muted">
              Ihre Daten sind davon nicht betroffen. Die übrigen Bereiche des Portals können Sie weiter nutzen.
            </Text>
          </Stack>
          {facts.length === 0 ? null : <DefinitionList dense items={facts} />}
          {source === undefined ? null : (
            <Text variant="caption" tone="muted">
              {source}
            </Text>
          )}
          <Row>
            <Button icon="refresh" onClick={onRetry} loading={retrying}>
              Erneut prüfen
            </Button>
          </Row>
        </Stack>
      </Surface>
    </Box>
  );
}
