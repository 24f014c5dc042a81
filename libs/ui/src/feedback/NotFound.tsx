import type { MouseEvent } from 'react';
import { Button, ButtonLink } from '../actions/Button';
import { Stack, Text } from '../layout/primitives';
import { Mark } from './ErrorCard';

/**
 * Content of the not-found page (wording: S-2.7). A real link, so that it can be opened in a new tab; `onHome` handles
 * a plain click with the portal's router.
 */
export function NotFound({ homeHref = '/', onHome }: { homeHref?: string; onHome?: () => void }) {
  const onClick = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (onHome === undefined || !plain) return;
    event.preventDefault();
    onHome();
  };
  return (
    <Stack align="center" justify="center" gap={2} sx={{ minHeight: '70dvh', padding: 3, textAlign: 'center' }}>
      <Text
        as="h1"
        variant="display"
        tone="primary"
        numeric
        tabIndex={-1}
        sx={{ fontSize: '5rem', lineHeight: 1, letterSpacing: '-0.04em' }}
      >
        404
      </Text>
      <Text variant="heading" as="p">
        Oops! Page not found
      </Text>
      <Text tone="muted" sx={{ maxWidth: '30rem' }}>
        Diese Seite gibt es nicht oder nicht mehr. Prüfen Sie die Adresse oder gehen Sie zurück zur Startseite.
      </Text>
      <ButtonLink variant="primary" icon="home" href={homeHref} onClick={onClick}>
        Zur Startseite
      </ButtonLink>
    </Stack>
  );
}

/** The account's profile could not be loaded. Shown instead of a dashboard. */
export function ProfileMissing({
  onReload = () => window.location.reload(),
  reloading = false,
}: {
  onReload?: () => void;
  reloading?: boolean;
}) {
  return (
    <Stack
      align="center"
      justify="center"
      gap={2}
      role="alert"
      sx={{ minHeight: '60dvh', padding: 3, textAlign: 'center' }}
    >
      <Mark icon="profile" tone="warning" />
      <Stack gap={0.5} align="center">
        <Text as="h1" variant="title" tabIndex={-1}>
          Profil nicht gefunden
        </Text>
        <Text tone="muted" sx={{ maxWidth: '30rem' }}>
          Ihre Anmeldung ist gültig, aber die Daten Ihres Kontos konnten nicht geladen werden.
        </Text>
      </Stack>
      <Button variant="primary" icon="refresh" onClick={onReload} loading={reloading}>
        Seite neu laden
      </Button>
    </Stack>
  );
}
