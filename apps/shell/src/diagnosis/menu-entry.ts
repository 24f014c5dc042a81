import { localStore } from '../browser/storage';

/** The account that had the right to see the diagnosis here. Only saves typing its address; it is not a right. */
const KNOWN_KEY = 'nemus.diagnosis';

/** Whether the menu shows the diagnosis. */
export function hasSeenDiagnosis(userId: string | undefined): boolean {
  return userId !== undefined && localStore.getItem(KNOWN_KEY) === userId;
}

/** Remembers the account that saw the diagnosis here; null forgets it. */
export function rememberDiagnosis(userId: string | null): void {
  if (userId === null) localStore.removeItem(KNOWN_KEY);
  else localStore.setItem(KNOWN_KEY, userId);
}
