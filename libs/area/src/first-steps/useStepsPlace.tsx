import type { FirstSteps as Steps } from '@nemus/data';
import { useState, type ReactNode } from 'react';
import { FirstSteps } from './FirstSteps';

/**
 * The list of first steps on a dashboard, for one of two places: at the top when it is known as the page is drawn, and
 * otherwise at the end, as what comes late must not push down what is read already.
 *
 * @param steps the answer of `dashboardStepsQuery`; undefined until it is there
 */
export function useStepsPlace(steps: Steps | null | undefined): { readonly top: ReactNode; readonly end: ReactNode } {
  const [isTop] = useState(steps !== undefined);
  const list = <FirstSteps steps={steps} />;
  return isTop ? { top: list, end: null } : { top: null, end: list };
}
