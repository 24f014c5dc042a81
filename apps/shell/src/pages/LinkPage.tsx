import { ErrorCard, Page, Stack, Surface, Text } from '@nemus/ui';
import type { ReactNode } from 'react';

/** For pages whose address is a key: no search engine finds it, and no other site is told of it. */
export function LinkSecrecy() {
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
    </>
  );
}

/** A page for whoever has a link, signed in or not. Opening it does nothing; a button on it does. */
export function LinkPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <Page title={title} width="narrow" intro={`Sie müssen dafür nicht angemeldet sein. ${intro}`}>
      <LinkSecrecy />
      {children}
    </Page>
  );
}

/** What a link leads to could not be asked for; the link is as good as before. */
export function LinkUnreachable({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <ErrorCard
      title={title}
      message="Der Server ist gerade nicht erreichbar. Der Link gilt weiter; bitte versuchen Sie es in Kürze noch einmal."
      onRetry={onRetry}
    />
  );
}

/** The same words for a link that was used, replaced, has expired or never was: which of them, nobody learns. */
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
