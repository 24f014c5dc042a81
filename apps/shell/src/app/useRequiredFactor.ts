import { useEffect, useState } from 'react';
import { isBelow } from '@nemus/registry';
import { usePortal, useSessionState } from '../portal/portal-context';
import { PATHS } from '../routing/paths';
import type { Place } from '../routing/guard';
import type { FactorReason } from '../setup/required-factor';

const DESCRIPTIONS = {
  institution: 'Ihre Weiterbildungsstätte verlangt ihn von allen, die für sie handeln.',
  rights: 'Ihre Rolle im Portal verlangt ihn. Danach geht es weiter.',
} as const;

/** Whether a place is for rights that require a second factor: those of staff, and of release teams and operators. */
const isForRights = (place: Place) =>
  place.kind === 'diagnosis' ||
  (place.kind === 'area' && (place.match.route.requires ?? []).some((right) => /^(staff|release):/.test(right)));

/**
 * Redirects to the setup of a second factor when an institution or a right requires one that the account does not have.
 * The database lets such an account act for no institution and use no such right, so only then is it checked. For an
 * institution once; for rights at each page that needs them, since the account's other pages stay open.
 */
export function useRequiredFactor(place: Place): void {
  const { client, navigation, toasts } = usePortal();
  const { profile, hasFactor } = useSessionState();
  const needsRights = isForRights(place);
  const [found, setFound] = useState<{ readonly userId: string; readonly reason: FactorReason } | null>(null);
  const isSuspected =
    profile !== null && !hasFactor && ((profile.userType === 'institution' && !profile.institutionId) || needsRights);
  const userId = profile?.userId ?? null;
  useEffect(() => {
    if (!isSuspected || userId === null) return;
    let isOver = false;
    void Promise.all([client(), import('../setup/required-factor')])
      .then(([own, { readFactorReason }]) => readFactorReason(own))
      .then((reason) => {
        if (!isOver) setFound({ userId, reason });
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isSuspected, userId, client]);

  const reason = found !== null && found.userId === userId ? found.reason : null;
  const isLacking = isSuspected && (reason === 'institution' || (reason === 'rights' && needsRights));
  useEffect(() => {
    if (!isLacking || reason === null || isBelow(navigation.port.getLocation().pathname, PATHS.security)) return;
    navigation.redirect(PATHS.security);
    toasts.notify({ kind: 'info', title: 'Zweiter Faktor erforderlich', description: DESCRIPTIONS[reason] });
  }, [isLacking, reason, navigation, toasts]);
}
