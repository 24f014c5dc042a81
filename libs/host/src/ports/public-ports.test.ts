/** @jest-environment ../../jest.browser.mjs */
import { fakePorts, fakeProfile } from '@nemus/testing';
import { publicPorts } from './public-ports';

it('has nothing of the account that is signed in, and no other area', async () => {
  const account = fakePorts({ profile: fakeProfile('piw'), keptReads: { take: () => [], keep: () => undefined } });
  const visitor = fakePorts().supabase;
  const ports = publicPorts(account, visitor);
  expect(ports.access).toBe('public');
  expect(ports.session.getSnapshot()).toEqual({ userId: '', email: '', profile: null });
  await expect(ports.session.getAccessToken()).rejects.toMatchObject({ code: 'no_session' });
  expect(ports.session.factors).toBeUndefined();
  expect(ports.supabase).toBe(visitor);
  expect(ports.keptReads).toBeUndefined();
  expect(ports.releases).toBeUndefined();
  const heard = jest.fn();
  account.events.subscribe('bookings-changed', heard);
  ports.events.publish('bookings-changed', { courseId: 'c', traineeIds: [] });
  expect(heard).not.toHaveBeenCalled();
  const state = jest.fn();
  ports.slots.mount('credit-balance', document.body, { variant: 'inline' }, state);
  expect(state.mock.calls).toEqual([['missing']]);
  expect(account.slots.mounted()).toEqual([]);
  await ports.session.signOut();
  expect(account.session.getSnapshot().profile).not.toBeNull();
});
