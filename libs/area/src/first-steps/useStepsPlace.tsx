import type { FirstSteps as Steps } from '@nemus/data';
import { useState, type ReactNode } from 'react';
import { FirstSteps } from './FirstSteps';

/**
 * Places the list of first steps on a dashboard: at the top when it is known at the first render, otherwise at the end,
 * so that a late answer does not push content down.
 *
 * @param steps the answer of `dashboardStepsQuery`; undefined until it is there
 */
export function useStepsPlace(steps: Steps | null | undefined): { readonly top: ReactNode; readonly end: ReactNode } {
  const [isTop] = useState(steps !== undefined);
  const list = <FirstSteps steps={steps} />;
  return isTop ? { top: list, end: null } : { top: null, end: list };
}
