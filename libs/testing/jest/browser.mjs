/**
 * jsdom with the fetch API, for tests of code that sends requests: `@jest-environment ../../jest.browser.mjs`. jsdom
 * has no fetch; this uses Node's, which behaves like the browsers'.
 */
import './compiled-once.cjs';
import './style-matches.cjs';
import { TestEnvironment } from 'jest-environment-jsdom';

export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { fetch, Headers, Request, Response, AbortController, AbortSignal, structuredClone });
  }
}
