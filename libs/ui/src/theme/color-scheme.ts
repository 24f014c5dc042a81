import { useSyncExternalStore } from 'react';

/** The user's choice; `system` follows the operating system. */
export type ColorSchemePreference = 'light' | 'dark' | 'system';
/** The scheme in use. */
export type ResolvedColorScheme = 'light' | 'dark';

const DARK_QUERY = '(prefers-color-scheme: dark)';
const PRINT_QUERY = 'print';

// jsdom and very old browsers have no matchMedia: they get the light scheme.
const mediaList = (query: string) =>
  typeof window !== 'undefined' && 'matchMedia' in window ? window.matchMedia(query) : null;

function subscribeTo(query: string, listener: () => void): () => void {
  const list = mediaList(query);
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
}

/** Reads the operating system's scheme once. */
export function systemColorScheme(): ResolvedColorScheme {
  return mediaList(DARK_QUERY)?.matches === true ? 'dark' : 'light';
}

/** Calls the listener whenever the operating system's scheme changes; returns the function that stops it. */
export function subscribeSystemColorScheme(listener: () => void): () => void {
  return subscribeTo(DARK_QUERY, listener);
}

/** Resolves a preference and renders again when the operating system's scheme changes. */
export function useResolvedColorScheme(preference: ColorSchemePreference): ResolvedColorScheme {
  const system = useSyncExternalStore<ResolvedColorScheme>(
    subscribeSystemColorScheme,
    systemColorScheme,
    () => 'light',
  );
  return preference === 'system' ? system : preference;
}

const subscribePrinting = (listener: () => void) => subscribeTo(PRINT_QUERY, listener);
const isPrinting = () => mediaList(PRINT_QUERY)?.matches === true;

/** The scheme to render with: as resolved, but always light on paper. */
export function useDrawnColorScheme(preference: ColorSchemePreference): ResolvedColorScheme {
  const resolved = useResolvedColorScheme(preference);
  const printing = useSyncExternalStore(subscribePrinting, isPrinting, () => false);
  return printing ? 'light' : resolved;
}
