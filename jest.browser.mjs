/** The environment of tests that touch the DOM, by the path that they name it with: `@jest-environment ../../jest.browser.mjs`. */
export { default } from './libs/testing/jest/browser.mjs';
