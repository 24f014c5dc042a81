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

it('is run early neither where nobody was signed in nor where the early start was off', async () => {
  runPlatformEarly();
  localStorage.setItem(SESSION_KEY, '{}');
  localStorage.setItem(OFF_KEY, 'off');
  runPlatformEarly();
  await settle();
  expect(run).not.toHaveBeenCalled();
});

it('is run early where a session is stored, with what areas share', async () => {
  localStorage.setItem(SESSION_KEY, '{}');
  runPlatformEarly();
  await settle();
  expect(runShared).toHaveBeenCalledTimes(1);
});
