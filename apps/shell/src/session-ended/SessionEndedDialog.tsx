import { useEffect } from 'react';
import { prepareParts } from '@nemus/ui';
import { savesData } from '../browser/saves-data';
import { LateSignInAgain } from '../pages/auth/late-auth';
import { usePortal, useSessionState } from '../portal/portal-context';
import { whenPageStands } from '../portal/when-page-stands';

/**
 * Asks for the password above the page whose session has ended. The area below is hidden and stays mounted, so no input
 * is lost. Only the same account may continue; another one starts at the sign-in.
 */
export function SessionEndedDialog() {
  const { session, loader } = usePortal();
  const { ended, user, profileStatus } = useSessionState();
  const hasUser = user !== null;
  useEffect(() => {
    if (!hasUser) return undefined;
    return whenPageStands(loader, () => {
      session.prepareClient();
      if (savesData()) return;
      void LateSignInAgain.prepare();
      void prepareParts();
    });
  }, [hasUser, session, loader]);
  // A blocked account cannot sign in again; its page explains it.
  if (!ended || !user || profileStatus === 'blocked') return null;
  return <LateSignInAgain />;
}
