/** The environment of tests without a DOM. */
import './compiled-once.cjs';
export { TestEnvironment as default } from 'jest-environment-node';
