import { useEffect, useState } from 'react';
import type { Portal } from '../portal/portal';
import { usePortal, useSessionState } from '../portal/portal-context';
import { rememberDiagnosis } from './menu-entry';
import { isReleaser, readFigures, readRights, type ReleaseFigures, type ReleaseRights } from './release-backend';

/** The page's data from the backend. */
export type Diagnosis =
  | { readonly status: 'loading' | 'denied' | 'failed' }
  /** `figures` is null when unavailable: the rest is useful without them. */
  | { readonly status: 'ready'; readonly rights: ReleaseRights; readonly figures: readonly ReleaseFigures[] | null };

/** Reads the right, then the figures; `reload` repeats that. */
export function useDiagnosis(): { diagnosis: Diagnosis; reload: () => Promise<void> } {
  const portal = usePortal();
  const userId = useSessionState().user?.id ?? null;
  const [diagnosis, setDiagnosis] = useState<Diagnosis>({ status: 'loading' });

  useEffect(() => {
    let left = false;
    void readDiagnosis(portal, userId).then((found) => {
      if (!left) setDiagnosis(found);
    });
    return () => {
      left = true;
    };
  }, [portal, userId]);

  const reload = async () => setDiagnosis(await readDiagnosis(portal, userId));
  return { diagnosis, reload };
}

async function readDiagnosis({ client, config, telemetry }: Portal, userId: string | null): Promise<Diagnosis> {
  try {
    const rights = await readRights(await client());
    rememberDiagnosis(isReleaser(rights) ? userId : null);
    if (!isReleaser(rights)) return { status: 'denied' };
    const figures = await readFigures(await client(), config.environment).catch((error: unknown) => {
      telemetry.report({ name: 'release-figures-missing', message: String(error) });
      return null;
    });
    return { status: 'ready', rights, figures };
  } catch (error) {
    telemetry.report({ name: 'release-rights-missing', message: String(error) });
    return { status: 'failed' };
  }
}
