import { EmptyState } from '@nemus/ui';

/** For an account without an institution: it was removed or has left, or has not accepted an invitation yet. */
export function NoMembership() {
  return (
    <EmptyState icon="building" title="Ihr Konto handelt für keine Weiterbildungsstätte">
      Wurden Sie eingeladen, dann öffnen Sie den Link in der E-Mail und nehmen die Einladung an. Haben Sie keine, dann
      bitten Sie die Verwaltung Ihrer Weiterbildungsstätte darum. Ihr Konto und Ihre Anmeldung bleiben davon unberührt.
    </EmptyState>
  );
}
