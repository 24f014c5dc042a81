import type { SessionState } from '@nemus/session';
import { createStore } from 'zustand/vanilla';
import { SIGNED_OUT } from '@nemus/host/testing/samples';
import { untilReplaceable } from './until-replaceable';

const settle = () => new Promise((resolve) => setTimeout(resolve));

it('waits until the session is known, a sign-in is drawn, and nothing in the form would be lost', async () => {
  const store = createStore<SessionState>(() => ({ ...SIGNED_OUT, status: 'loading' }));
  let draw: () => void = () => undefined;
  let letGo: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => (draw = resolve));
  const settled = jest.fn(() => new Promise<void>((resolve) => (letGo = resolve)));
  const form = { settled };
  const replaced = jest.fn();
  void untilReplaceable(form, { store, caughtUp: () => caughtUp }).then(replaced);

  await settle();
  draw();
  await settle();
  expect(settled).not.toHaveBeenCalled();
  store.setState({ status: 'signed-out' });
  await settle();
  expect(settled).toHaveBeenCalled();
  expect(replaced).not.toHaveBeenCalled();
  letGo();
  await settle();
  expect(replaced).toHaveBeenCalled();
});

it('does not replace the form before the session is rendered', async () => {
  const store = createStore<SessionState>(() => ({ ...SIGNED_OUT }));
  let draw: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => (draw = resolve));
  const form = { settled: () => Promise.resolve() };
  const replaced = jest.fn();
  void untilReplaceable(form, { store, caughtUp: () => caughtUp }).then(replaced);
  await settle();
  expect(replaced).not.toHaveBeenCalled();
  draw();
  await settle();
  expect(replaced).toHaveBeenCalled();
});
