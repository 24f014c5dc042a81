import { LinkSecrecy } from '@nemus/area/public';
import { ErrorCard, Page, SkeletonCard, Stack, Surface } from '@nemus/ui';
import type { ReactNode } from 'react';

/** A page behind the link of an invitation. Opening it has no effect. */
export function InvitationCard({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  return (
    <Page title={title} width="narrow" intro={intro}>
      <LinkSecrecy />
      <Surface padding="large">
        <Stack gap={3}>{children}</Stack>
      </Surface>
    </Page>
  );
}

/** While the invitation loads. */
export function InvitationLoading() {
  return (
    <Page title="Einladung" width="narrow">
      <SkeletonCard lines={6} />
    </Page>
  );
}

/** The invitation could not be loaded, and is still valid. */
export function InvitationUnreachable({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) {
  return (
    <InvitationCard title="Einladung">
      <ErrorCard
        title="Ihre Einladung kann gerade nicht angezeigt werden"
        message="Der Server ist gerade nicht erreichbar. Die Einladung gilt weiter; bitte versuchen Sie es in Kürze noch einmal."
        onRetry={onRetry}
      />
      {children}
    </InvitationCard>
  );
}
