/**
 * jsdom with the fetch API, for tests of code that asks servers: `@jest-environment ../../jest.browser.mjs`.
 * jsdom itself has no fetch; Node's own is the one that browsers have.
 */
import './style-matches.cjs';
import { TestEnvironment } from 'jest-environment-jsdom';

export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { fetch, Headers, Request, Response, AbortController, AbortSignal, structuredClone });
  }
}
