import { defineConfig } from '@playwright/test';
import { room } from '../suite-config';

/**
 * Without samples and courses: everything on the pages comes from user actions. The story needs an empty catalogue, so
 * everything else comes after it.
 */
export default defineConfig({
  ...room(import.meta.dirname, { sampleData: false, catalogue: false }),
  projects: [
    // A second attempt would not find the catalogue empty.
    { name: 'story', testMatch: 'story.spec.ts', retries: 0 },
    { name: 'more', testIgnore: 'story.spec.ts', dependencies: ['story'] },
  ],
});
