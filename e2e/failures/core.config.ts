import { defineConfig } from '@playwright/test';
import { room } from '../suite-config';

/** The cells of `npm test`; all of them take longer than everything else: `npm run test:failures`. */
export default defineConfig({ ...room(import.meta.dirname, { fixtures: true }), grep: /@core/ });
