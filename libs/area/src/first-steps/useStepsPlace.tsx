import { useSession } from '@nemus/contract/react';
import type { FirstSteps as Steps } from '@nemus/data';
import { SkeletonCard } from '@nemus/ui';
import type { ReactNode } from 'react';
import { stepsDismissed } from './dismissed';
import { FirstSteps } from './FirstSteps';

/**
 * Places the list of first steps at the top of a dashboard. Its place is reserved until the answer arrives, unless this
 * browser knows that there is no list.
 *
 * @param steps the answer of `dashboardStepsQuery`; undefined until it is there
 */
export function useStepsPlace(steps: Steps | null | undefined): { readonly top: ReactNode } {
  const { userId } = useSession();
  const isAwaited = steps === undefined && !stepsDismissed.isKnown(userId);
  return { top: isAwaited ? <SkeletonCard lines={8} /> : <FirstSteps steps={steps} /> };
}
