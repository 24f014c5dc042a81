/** @jest-environment ../../jest.browser.mjs */
import { fakeSession } from '../testing/render-portal';
import { SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { createLeave } from './leave';

const TRAINEE = { id: 'u-1', email: 'mira@nemus.example', metadata: {} };

function open(address: string, mayLeave = true) {
  window.history.replaceState(null, '', address);
  const session = fakeSession(SIGNED_IN);
  session.signOut.mockImplementation(() => Promise.resolve(session.store.setState(SIGNED_OUT)));
  const redirect = jest.fn();
  const clear = jest.fn();
  const ask = jest.fn(() => Promise.resolve(true));
  const leave = createLeave({
    navigation: { mayLeave: () => Promise.resolve(mayLeave), redirect },
    toasts: { clear },
    session,
    discarding: { ask },
    isOpen: (path) => path === '/check',
  });
  return { leave, session, redirect, clear, ask };
}

it('signs out, and opens the sign-in without remembering the page', async () => {
  const { leave, session, redirect, clear } = open('/catalog?q=angst');
  await leave();
  expect(session.signOut).toHaveBeenCalled();
  expect(clear).toHaveBeenCalled();
  expect(redirect).toHaveBeenCalledWith('/auth');
});

it('does nothing when unsaved work is kept', async () => {
  const { leave, session, redirect, clear } = open('/catalog', false);
  await leave();
  expect(session.signOut).not.toHaveBeenCalled();
  expect(clear).not.toHaveBeenCalled();
  expect(redirect).not.toHaveBeenCalled();
});

describe('with input that was not sent', () => {
  beforeEach(() => window.localStorage.setItem('nemus.logbook.u-1.e-1', '{"note":"F-7K3M"}'));
  afterEach(() => window.localStorage.clear());
  const openWithInput = () => {
    const opened = open('/catalog');
    opened.session.store.setState({ ...SIGNED_IN, user: TRAINEE });
    return opened;
  };

  it('asks, and stays when the input is kept', async () => {
    const { leave, session, ask } = openWithInput();
    ask.mockResolvedValueOnce(false);
    await leave();
    expect(session.signOut).not.toHaveBeenCalled();
    expect(window.localStorage.length).toBe(1);
  });

  it('signs out when the input may be deleted', async () => {
    const { leave, session, ask } = openWithInput();
    await leave();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });

  it('asks also above the hidden page of an ended session, whose own questions could not be seen', async () => {
    const { leave, session, ask } = openWithInput();
    session.store.setState({ ended: true });
    await leave();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });

  it('does not ask about input of another account, or before the second factor', async () => {
    const { leave, session, ask } = openWithInput();
    session.store.setState({ user: { id: 'u-2', email: 'jona@nemus.example', metadata: {} } });
    await leave();
    session.store.setState({ ...SIGNED_OUT, status: 'factor-needed', user: TRAINEE });
    await leave();
    expect(ask).not.toHaveBeenCalled();
  });
});

it('stays on a page that visitors may open', async () => {
  const { leave, redirect } = open('/check');
  await leave();
  expect(redirect).not.toHaveBeenCalled();
});

it('keeps a form that was opened at the sign-in meanwhile', async () => {
  const { leave, redirect } = open('/auth?view=reset');
  await leave();
  expect(redirect).toHaveBeenCalledWith('/auth?view=reset');
});

it('stays where a new session has begun before the server answered', async () => {
  const { leave, session, redirect } = open('/dashboard');
  session.signOut.mockImplementation(() => Promise.resolve());
  await leave();
  expect(redirect).not.toHaveBeenCalled();
});

it('opens the sign-in even without the server’s answer, and passes its error on', async () => {
  const { leave, session, redirect } = open('/dashboard');
  session.signOut.mockImplementation(() => {
    session.store.setState(SIGNED_OUT);
    return Promise.reject(new Error('offline'));
  });
  await expect(leave()).rejects.toThrow('offline');
  expect(redirect).toHaveBeenCalledWith('/auth');
});
