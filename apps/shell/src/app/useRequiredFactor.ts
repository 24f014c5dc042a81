import { useEffect } from 'react';
import { isBelow } from '@nemus/registry';
import { usePortal, useSessionState } from '../portal/portal-context';
import { PATHS } from '../routing/paths';

/**
 * Redirects to the setup of a second factor when the institution requires one that the account does not have. The
 * database lets such an account act for no institution, so only then is it checked.
 */
export function useRequiredFactor(): void {
  const { client, navigation, toasts } = usePortal();
  const { profile, hasFactor } = useSessionState();
  const isSuspected = profile?.userType === 'institution' && !profile.institutionId && !hasFactor;
  useEffect(() => {
    if (!isSuspected) return;
    let isOver = false;
    void Promise.all([client(), import('../setup/required-factor')])
      .then(([own, { lacksRequiredFactor }]) => lacksRequiredFactor(own))
      .then((lacks) => {
        if (!lacks || isOver || isBelow(navigation.port.getLocation().pathname, PATHS.security)) return;
        navigation.redirect(PATHS.security);
        toasts.notify({
          kind: 'info',
          title: 'Zweiter Faktor erforderlich',
          description: 'Ihre Weiterbildungsstätte verlangt ihn von allen, die für sie handeln.',
        });
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isSuspected, client, navigation, toasts]);
}
