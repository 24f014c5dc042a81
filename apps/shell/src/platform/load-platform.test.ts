/** @jest-environment ../../jest.browser.mjs */
import { OFF_KEY, SESSION_KEY } from '@nemus/start';
import { runPlatformEarly } from './load-platform';

const runShared = jest.fn();
const run = jest.fn();
jest.mock('./platform', () => {
  run();
  return { runShared };
});

const settle = () => new Promise((resolve) => setTimeout(resolve));
beforeEach(() => localStorage.clear());

it('does not run early without a session, nor with the early start off', async () => {
  runPlatformEarly();
  localStorage.setItem(SESSION_KEY, '{}');
  localStorage.setItem(OFF_KEY, 'off');
  runPlatformEarly();
  await settle();
  expect(run).not.toHaveBeenCalled();
});

it('runs early with a stored session, including shared modules', async () => {
  localStorage.setItem(SESSION_KEY, '{}');
  runPlatformEarly();
  await settle();
  expect(runShared).toHaveBeenCalledTimes(1);
});
