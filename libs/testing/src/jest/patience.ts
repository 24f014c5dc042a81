import { configure } from '@testing-library/react';

/** Pages are compiled when a test first opens them, and machines that test are busy: a miss costs time, never a run. */
configure({
  asyncUtilTimeout: 10_000,
  // Whether an element is hidden is asked of jsdom's style engine, which takes seconds for a page; browsers test that.
  defaultHidden: true,
});
jest.setTimeout(40_000);

// What jsdom lacks: it lays nothing out and scrolls nowhere.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => undefined;
