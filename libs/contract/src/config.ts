import { remoteConfigSchema, type RemoteConfig } from './commands';
import type { z } from 'zod';

/**
 * Declares a remote (`remote.config.ts` in the app's folder). Throws a readable error for a wrong declaration,
 * so that the build stops instead of the portal.
 *
 * @example
 * export default defineRemoteConfig({ name: 'trainee', team: 'trainee', … });
 */
export function defineRemoteConfig(declaration: z.input<typeof remoteConfigSchema>): RemoteConfig {
  return remoteConfigSchema.parse(declaration);
}
