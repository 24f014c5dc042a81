import { remoteConfigSchema, type RemoteConfig } from './commands';
import type { z } from 'zod';

export { defineMeeting, type HeardEvent, type MeetingConfig, type OfferedSlot } from './meeting/define';
export { meetingDocument } from './meeting/make-document';

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
