import { createContext } from 'react';
import { DataError } from '@nemus/data';

/** Asks for the second factor; false when the user cancels. */
export type AskFactor = () => Promise<boolean>;

/** How an action asks for the second factor; null outside an area's frame. */
export const AskFactorContext = createContext<AskFactor | null>(null);

/** How the dialog reports whether the factor was given. */
export const EndFactorContext = createContext<(given: boolean) => void>(() => undefined);

/**
 * Runs an action. When the backend requires the second factor again, the user is asked for it, and the action runs
 * again with the same values.
 */
export async function withFactor<T>(ask: AskFactor | null, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isAsked = error instanceof DataError && error.code === 'factor_required';
    if (!isAsked || ask === null || !(await ask())) throw error;
    return run();
  }
}
