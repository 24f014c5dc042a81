import { localStore, type KeyStore } from '@nemus/host/browser/storage';
import { isObject, parsed } from '@nemus/start';

/** Palette entries recently chosen by the account, newest first. Cleared by signing out. */
const RECENT_KEY = 'nemus.recent';
const KEPT = 5;

/**
 * The account's recent choices: names of pages and actions, never search results, so that a device remembers no people.
 */
export function recentOf(userId: string, storage: KeyStore = localStore): readonly string[] {
  const kept: unknown = parsed(storage.getItem(RECENT_KEY) ?? '');
  if (!isObject(kept) || kept.account !== userId || !Array.isArray(kept.ids)) return [];
  return kept.ids.filter((id) => typeof id === 'string').slice(0, KEPT);
}

export function addRecent(userId: string, id: string, storage: KeyStore = localStore): void {
  const ids = [id, ...recentOf(userId, storage).filter((known) => known !== id)].slice(0, KEPT);
  storage.setItem(RECENT_KEY, JSON.stringify({ account: userId, ids }));
}

export function forgetRecent(storage: KeyStore = localStore): void {
  storage.removeItem(RECENT_KEY);
}
