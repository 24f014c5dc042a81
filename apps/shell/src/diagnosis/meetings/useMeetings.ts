import { useEffect, useState } from 'react';
import type { RegistryDocument } from '@nemus/registry';
import { usePortal } from '../../portal/portal-context';
import { readMeetings, type ReleaseMeeting } from './read-meetings';

/** Where the areas of the registry meet; null while loading. `reload` tries failed ones again. */
export function useMeetings(document: RegistryDocument) {
  const { loader } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<{
    readonly document: RegistryDocument;
    readonly releases: readonly ReleaseMeeting[];
  } | null>(null);

  useEffect(() => {
    let left = false;
    void readMeetings(document, loader).then((releases) => {
      if (!left) setRead({ document, releases });
    });
    return () => {
      left = true;
    };
  }, [document, loader, attempt]);

  return { releases: read?.releases ?? null, reload: () => setAttempt((count) => count + 1) };
}
