/** Stands in for the shell's `platform/load-platform.ts`: one program has no part that waits for its areas. */
import * as platform from '../../../../apps/shell/src/platform/platform';

export const loadPlatform = () => Promise.resolve(platform);
