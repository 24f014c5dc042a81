import type { PlaywrightTestConfig } from '@playwright/test';
import { room } from '../suite-config';

/** The portal in engines that Playwright cannot drive: its runner starts the portal, and reports. */
const config: PlaywrightTestConfig = {
  ...room(import.meta.dirname),
  // What assistive technology reads is the same in every engine. `--update-snapshots` writes it again.
  snapshotPathTemplate: '{testDir}/flows/{arg}{ext}',
};
export default config;
