import { loadConfig, UnreachableError } from './config';

/** Whether the server answers, after an {@link UnreachableError}. */
export async function isAnswering(): Promise<boolean> {
  try {
    await loadConfig((input, init) => fetch(input, { ...init, cache: 'no-store' }));
    return true;
  } catch (error) {
    return !(error instanceof UnreachableError);
  }
}
