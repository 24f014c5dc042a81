import { useEffect } from 'react';
import { usePorts, useSession } from '@nemus/contract/react';

/** The right, from the profile, of an account that only confirms entries of others. */
const ONLY = 'only:confirming';

/**
 * Whether the account only confirms, as its profile says, on which its menu depends. When a read says otherwise, because
 * the person has started a training or was taken off the list meanwhile, the profile is read again.
 *
 * @param known what a read of this page says; undefined while unknown
 */
export function useOnlyConfirms(known?: boolean): boolean {
  const { session } = usePorts();
  const { profile } = useSession();
  const only = profile?.rights.includes(ONLY) === true;
  const isOutdated = profile !== null && known !== undefined && known !== only;
  useEffect(() => {
    if (isOutdated) session.reloadProfile().catch(() => undefined);
  }, [isOutdated, session]);
  return known ?? only;
}
