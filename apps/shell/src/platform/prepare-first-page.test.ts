/** @jest-environment ../../jest.browser.mjs */
import type { NextPage } from '@nemus/loader';
import type { RegistryDocument } from '@nemus/registry';
import type { SessionState } from '@nemus/session';
import type { AheadLevel } from '@nemus/start';
import { returnState } from '../routing/return-to';
import { nextPage } from '../routing/next-page';
import { REGISTRY, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { createPrepareFirstPage } from './prepare-first-page';

const TRAINEE = { id: 'u-1', email: 'mira@nemus.example', metadata: { user_type: 'piw' } };
const settle = () => new Promise((resolve) => setTimeout(resolve));

function setUp({
  state = null,
  checked = null,
  mounted = Promise.resolve(false),
  hasFiles = true,
}: { state?: unknown; checked?: Promise<void> | null; mounted?: Promise<boolean>; hasFiles?: boolean } = {}) {
  let session: SessionState = { ...SIGNED_IN, user: TRAINEE, profile: null, profileStatus: 'loading' };
  let registry: RegistryDocument = REGISTRY;
  let answer: () => void = () => undefined;
  const isCurrent = new Promise<void>((resolve) => (answer = resolve));
  let askForData: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (askForData = resolve));
  const run = jest.fn<Promise<boolean>, [string, NextPage?]>(() => mounted);
  const hold = jest.fn((_remote: string) => (hasFiles ? Promise.resolve(true) : new Promise<boolean>(() => {})));
  const loader = {
    ahead: (remote: string, level: AheadLevel, next?: NextPage) =>
      level === 'running' ? run(remote, next) : hold(remote),
  };
  const prepareFirstPage = createPrepareFirstPage({
    session: { getState: () => session },
    registry: { prepare: () => isCurrent },
    known: () => Promise.resolve(registry),
    next: (user) => nextPage(user, state),
    overrides: { pending: () => checked },
    loader,
    reads: { asked: () => asked },
  });
  return {
    hold,
    run,
    prepareFirstPage,
    askForData,
    become: (next: SessionState) => (session = next),
    /** The store's current answer. */
    answer: async (document = REGISTRY) => {
      registry = document;
      answer();
      await settle();
    },
  };
}

it('requests the files at once, and runs nothing before the store has answered', async () => {
  const { prepareFirstPage, hold, run, answer } = setUp();
  void prepareFirstPage(TRAINEE);
  await settle();
  expect(hold.mock.calls).toEqual([['alpha']]);
  expect(run).not.toHaveBeenCalled();
  await answer();
  expect(run.mock.calls).toEqual([
    ['alpha', { at: expect.objectContaining({ pathname: '/dashboard' }), access: undefined }],
  ]);
});

it('prepares the page that was requested before the sign-in', async () => {
  const { prepareFirstPage, run, answer } = setUp({ state: returnState('/catalog?seite=2', null) });
  void prepareFirstPage(TRAINEE);
  await answer();
  expect(run.mock.calls).toEqual([
    ['alpha', { at: expect.objectContaining({ pathname: '/catalog', search: '?seite=2' }), access: undefined }],
  ]);
});

it('takes the area that the store names now, not the one that was known', async () => {
  const { prepareFirstPage, run, answer } = setUp();
  void prepareFirstPage(TRAINEE);
  await answer({ ...REGISTRY, remotes: [] });
  expect(run).not.toHaveBeenCalled();
});

it('runs no release of an area with a canary: the profile determines the account’s release', async () => {
  const { prepareFirstPage, hold, run, answer } = setUp();
  void prepareFirstPage(TRAINEE);
  await answer({
    ...REGISTRY,
    remotes: REGISTRY.remotes.map((remote) => ({
      ...remote,
      canary: { pointer: remote.stable, percent: 10, cohorts: [], salt: 's' },
    })),
  });
  expect(hold).toHaveBeenCalled();
  expect(run).not.toHaveBeenCalled();
});

it('runs nothing after a sign-out or a change of account', async () => {
  for (const next of [SIGNED_OUT, { ...SIGNED_IN, user: { ...TRAINEE, id: 'u-2' } }]) {
    const { prepareFirstPage, run, answer, become } = setUp();
    void prepareFirstPage(TRAINEE);
    become(next);
    await answer();
    expect(run).not.toHaveBeenCalled();
  }
});

it('waits until an override is checked', async () => {
  let release: () => void = () => undefined;
  const { prepareFirstPage, run, answer } = setUp({ checked: new Promise((resolve) => (release = resolve)) });
  void prepareFirstPage(TRAINEE);
  await answer();
  expect(run).not.toHaveBeenCalled();
  release();
  await settle();
  expect(run).toHaveBeenCalled();
});

it('prepares nothing where the sign-up stated no account type', async () => {
  const { prepareFirstPage, hold, run, answer } = setUp();
  void prepareFirstPage({ ...TRAINEE, metadata: {} });
  await answer();
  expect(hold).not.toHaveBeenCalled();
  expect(run).not.toHaveBeenCalled();
});

describe('the next render', () => {
  /** Whether it need not wait any more. */
  const isLetGo = async (prepared: Promise<void>) => {
    let is = false;
    void prepared.then(() => (is = true));
    await Promise.resolve();
    return is;
  };

  it('waits until the page has requested its data', async () => {
    let ask: (isDrawable: boolean) => void = () => undefined;
    const { prepareFirstPage, answer } = setUp({ mounted: new Promise((resolve) => (ask = resolve)) });
    void answer();
    const prepared = prepareFirstPage(TRAINEE);
    await settle();
    expect(await isLetGo(prepared)).toBe(false);
    ask(false);
    await settle();
    expect(await isLetGo(prepared)).toBe(true);
  });

  it('does not wait for the answers', async () => {
    const { prepareFirstPage, answer, askForData } = setUp({ mounted: new Promise(() => undefined) });
    void answer();
    const prepared = prepareFirstPage(TRAINEE);
    await settle();
    expect(await isLetGo(prepared)).toBe(false);
    askForData();
    await settle();
    expect(await isLetGo(prepared)).toBe(true);
  });

  it('does not wait for a request to the store itself', async () => {
    const { prepareFirstPage, run } = setUp();
    const prepared = prepareFirstPage(TRAINEE);
    await settle();
    expect(await isLetGo(prepared)).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });

  it('does not wait while files of the page are under way', async () => {
    const { prepareFirstPage, run, answer } = setUp({
      mounted: new Promise(() => undefined),
      hasFiles: false,
    });
    await answer();
    await expect(prepareFirstPage(TRAINEE)).resolves.toBeUndefined();
    await settle();
    expect(run).toHaveBeenCalled();
  });

  it('does not wait where nothing can be prepared', async () => {
    const { prepareFirstPage, answer } = setUp({ mounted: new Promise(() => undefined) });
    await answer({ ...REGISTRY, remotes: [] });
    await expect(prepareFirstPage(TRAINEE)).resolves.toBeUndefined();
  });
});
