/** Replaces the shell's `config/config.ts`: a build of one program knows its environment. */
import facts from 'nemus-bench-facts';
import type { PortalConfig } from '../../../../apps/shell/bench/types';

export class ConfigError extends Error {
  readonly problems: readonly string[] = [];
}

export class UnreachableError extends ConfigError {}

export const isAnswering = () => Promise.resolve(true);

export function loadConfig(): Promise<PortalConfig> {
  // The build writes what the portal's own server answers, which its schema has checked.
  const config = facts.config as PortalConfig;
  // The backend has the origin of the page's own server.
  const supabase = { ...config.supabase, url: location.origin };
  return Promise.resolve({ ...config, supabase });
}
