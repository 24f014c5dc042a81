import { configure } from '@testing-library/react';

/**
 * Pages are compiled when a test first opens them, and test machines are busy: generous timeouts only cost time when a
 * test fails.
 */
configure({
  asyncUtilTimeout: 10_000,
  // Visibility checks use jsdom's style engine, which takes seconds for a page; browsers test that.
  defaultHidden: true,
});
jest.setTimeout(40_000);

// What jsdom lacks: layout and scrolling.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => undefined;
