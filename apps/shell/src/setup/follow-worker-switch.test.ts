/** @jest-environment ../../jest.browser.mjs */
import { WORKER_AFTER_MS } from '@nemus/start/limits';
import { createStore } from 'zustand';
import { followWorkerSwitch } from './follow-worker-switch';

/** A session of which only the status matters here. */
const sessionOf = (status: string) => ({ store: createStore(() => ({ status })) });
const keep = jest.fn((_isOn: boolean) => Promise.reject<void>(new Error('no room')));
const follow = (worker: boolean, session: ReturnType<typeof sessionOf>) =>
  followWorkerSwitch({ worker }, session as never, keep);

beforeEach(() => {
  jest.useFakeTimers();
  keep.mockClear();
});
afterEach(() => jest.useRealTimers());

it('registers the worker after a sign-in and the first screen', async () => {
  const session = sessionOf('loading');
  const done = follow(true, session);
  session.store.setState({ status: 'signed-out' });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(keep).not.toHaveBeenCalled();
  session.store.setState({ status: 'signed-in' });
  await jest.advanceTimersByTimeAsync(WORKER_AFTER_MS - 1);
  expect(keep).not.toHaveBeenCalled();
  await jest.runAllTimersAsync();
  expect(keep.mock.calls).toEqual([[true]]);
  // A browser that refuses is not a failure of the portal.
  await expect(done).resolves.toBeUndefined();
});

it('removes the worker from all browsers when the switch is off', async () => {
  const done = follow(false, sessionOf('signed-out'));
  await jest.runAllTimersAsync();
  await done;
  expect(keep.mock.calls).toEqual([[false]]);
});
