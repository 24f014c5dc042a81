import path from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import { room } from '../suite-config';

/** `npm run floor -w @nemus/e2e`: every page in the oldest supported browsers, as a table. One browser at a time. */
const config: PlaywrightTestConfig = {
  ...room(import.meta.dirname),
  workers: 1,
  reporter: [['list'], [path.join(import.meta.dirname, 'table.ts')]],
};
export default config;
