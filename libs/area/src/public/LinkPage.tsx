import { ErrorCard, Page, Stack, Surface, Text } from '@nemus/ui';
import type { ReactNode } from 'react';

/** For pages whose address is a secret: hidden from search engines and from the Referer. */
export function LinkSecrecy() {
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
    </>
  );
}

/** A page behind a link, signed in or not. Opening it has no effect; a button on it does. */
export function LinkPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <Page title={title} width="narrow" intro={`Sie müssen dafür nicht angemeldet sein. ${intro}`}>
      <LinkSecrecy />
      {children}
    </Page>
  );
}

/** The link's content could not be loaded; the link itself is still valid. */
export function LinkUnreachable({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <ErrorCard
      title={title}
      message="Der Server ist gerade nicht erreichbar. Der Link gilt weiter; bitte versuchen Sie es in Kürze noch einmal."
      onRetry={onRetry}
    />
  );
}

/** The same text for a link that was used, replaced, expired or never existed: which one is not revealed. */
export function LinkExpired({ children }: { children: ReactNode }) {
  return (
    <Surface padding="large">
      <Stack gap={1}>
        <Text as="h2" variant="subheading">
          Dieser Link führt nicht mehr weiter
        </Text>
        {children}
      </Stack>
    </Surface>
  );
}
