/** The environment of tests without a DOM. */
import './compiled-once.cjs';
import { createRequire } from 'node:module';

// Jest's own: it is no dependency of this package.
const { resolve } = createRequire(import.meta.url);
export default createRequire(resolve('jest'))('jest-environment-node').TestEnvironment;
