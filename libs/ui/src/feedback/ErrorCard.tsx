import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '../actions/Button';
import { Icon } from '../icons/Icon';
import { Box, Row, Stack, Surface, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

/** The round icon at the head of a status card. */
export function Mark({ icon, tone }: { icon: string; tone: 'error' | 'primary' | 'neutral' | 'warning' | 'success' }) {
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        display: 'grid',
        placeItems: 'center',
        width: 44,
        height: 44,
        flex: 'none',
        borderRadius: '50%',
        backgroundColor: theme.tokens.color.tone[tone].soft,
        color: theme.tokens.color.tone[tone].onSoft,
      })}
    >
      <Icon name={icon} size={22} />
    </Box>
  );
}

/** The id that a user gives to support, with a copy button. */
export function SupportId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      // Without permission the id can still be read and selected.
      () => setCopied(false),
    );
  };
  return (
    <Row gap={0.5}>
      <Text variant="caption" tone="muted">
        Support-ID:{' '}
        <Text
          as="code"
          variant="caption"
          tone="default"
          numeric
          sx={{ fontFamily: 'ui-monospace, monospace', userSelect: 'all' }}
        >
          {id}
        </Text>
      </Text>
      <IconButton icon={copied ? 'check' : 'copy'} label="Support-ID kopieren" size="small" onClick={copy} />
      <VisuallyHidden>
        <span role="status">{copied ? 'Support-ID kopiert' : ''}</span>
      </VisuallyHidden>
    </Row>
  );
}

export interface ErrorCardProps {
  /** What failed: "Laden fehlgeschlagen: Ihre Kurse". */
  title?: ReactNode;
  /** The cause in helpful words, without blame. */
  message?: ReactNode;
  supportId?: string;
  onRetry?: () => void;
  /** The retry is running. */
  retrying?: boolean;
  /** Further buttons. */
  actions?: ReactNode;
}

/** One part of a page could not be shown: cause, retry, support id. The rest of the page stays usable. */
export function ErrorCard({
  title = 'Das hat nicht geklappt',
  message = 'Es ist ein unerwarteter Fehler aufgetreten.',
  supportId,
  onRetry,
  retrying = false,
  actions,
}: ErrorCardProps) {
  return (
    <Surface role="alert">
      <Row align="start" gap={2} wrap={false}>
        <Mark icon="error" tone="error" />
        <Stack gap={1} align="start" sx={{ flex: 1 }}>
          <Stack gap={0.25}>
            <Text variant="subheading">{title}</Text>
            <Text variant="small" tone="muted">
              {message}
            </Text>
          </Stack>
          {onRetry === undefined && actions === undefined ? null : (
            <Row sx={{ paddingBlockStart: 0.5 }}>
              {onRetry === undefined ? null : (
                <Button icon="refresh" onClick={onRetry} loading={retrying}>
                  Erneut versuchen
                </Button>
              )}
              {actions}
            </Row>
          )}
          {supportId === undefined ? null : <SupportId id={supportId} />}
        </Stack>
      </Row>
    </Surface>
  );
}

export interface FailureCardProps {
  /** German name of the area, such as "E-Learning". */
  area: string;
  /** What failed, in one sentence. */
  reason: ReactNode;
  /** Heading level: 1 when the card replaces the whole page. */
  level?: 1 | 2 | 3;
  supportId?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Loads the last release that worked; left out when there is none. */
  onPrevious?: () => void;
  /** Support mail address; adds a mail link with the support id. */
  supportEmail?: string;
  /** Facts for support: release, team, kind of failure. Collapsed. */
  details?: readonly (readonly [label: string, value: string])[];
}

/** A whole area could not be loaded or shown. Navigation and the other areas keep working. */
export function FailureCard({
  area,
  reason,
  level = 1,
  supportId,
  onRetry,
  retrying = false,
  onPrevious,
  supportEmail,
  details = [],
}: FailureCardProps) {
  return (
    <Box sx={{ padding: { xs: 2, md: 5 }, maxWidth: '44rem', marginInline: 'auto' }}>
      <Surface role="alert" padding="large">
        <Stack gap={2.5} align="start">
          <Mark icon="error" tone="error" />
          <Stack gap={1}>
            <Text as={`h${level}`} variant="heading" tabIndex={-1}>
              „{area}“ kann gerade nicht angezeigt werden
            </Text>
            <Text tone="muted">{reason}</Text>
            <Text tone="muted">Die übrigen Bereiche des Portals können Sie weiter nutzen.</Text>
          </Stack>
          <Row>
            {onRetry === undefined ? null : (
              <Button variant="primary" icon="refresh" onClick={onRetry} loading={retrying}>
                Erneut versuchen
              </Button>
            )}
            {onPrevious === undefined ? null : (
              <Button icon="history" onClick={onPrevious} disabled={retrying}>
                Vorherige Version
              </Button>
            )}
          </Row>
          {supportId === undefined && details.length === 0 ? null : (
            <Stack gap={0.5} sx={{ width: '100%' }}>
              {supportId === undefined ? null : <SupportId id={supportId} />}
              {supportEmail === undefined ? null : (
                <Text variant="caption" tone="muted">
                  Bleibt der Fehler bestehen? Schreiben Sie an{' '}
                  <Text
                    as="a"
                    variant="caption"
                    tone="primary"
                    {...{ href: `mailto:${supportEmail}?subject=${encodeURIComponent(`${area}: ${supportId ?? ''}`)}` }}
                  >
                    {supportEmail}
                  </Text>
                  .
                </Text>
              )}
              {details.length === 0 ? null : <Details entries={details} />}
            </Stack>
          )}
        </Stack>
      </Surface>
    </Box>
  );
}

function Details({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <Box component="details" sx={{ '& summary': { cursor: 'pointer', minHeight: 28 } }}>
      <Text as="summary" variant="caption" tone="muted">
        Technische Angaben
      </Text>
      <Stack as="dl" gap={0.25} sx={{ paddingBlockStart: 0.5 }}>
        {entries.map(([label, value]) => (
          <Row key={label} gap={1} align="baseline">
            <Text as="dt" variant="caption" tone="muted">
              {label}
            </Text>
            <Text as="dd" variant="caption" sx={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </Row>
        ))}
      </Stack>
    </Box>
  );
}
