/** @jest-environment ../../jest.browser.mjs */
import type { RegistryDocument } from '@nemus/registry';
import type { SessionState } from '@nemus/session';
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
  const loader = { prepareFiles: jest.fn(), prepareMount: jest.fn(() => mounted) };
  const prepareFirstPage = createPrepareFirstPage({
    session: { getState: () => session },
    registry: { prepare: () => isCurrent },
    known: () => Promise.resolve(registry),
    next: (user) => nextPage(user, state),
    overrides: { pending: () => checked },
    loader,
    reads: { asked: () => asked },
    hasFiles: () => hasFiles,
  });
  return {
    ...loader,
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
  const { prepareFirstPage, prepareFiles, prepareMount, answer } = setUp();
  void prepareFirstPage(TRAINEE);
  await settle();
  expect(prepareFiles.mock.calls).toEqual([['alpha']]);
  expect(prepareMount).not.toHaveBeenCalled();
  await answer();
  expect(prepareMount.mock.calls).toEqual([
    ['alpha', [], expect.objectContaining({ pathname: '/dashboard' }), undefined],
  ]);
});

it('prepares the page that was requested before the sign-in', async () => {
  const { prepareFirstPage, prepareMount, answer } = setUp({ state: returnState('/catalog?seite=2', null) });
  void prepareFirstPage(TRAINEE);
  await answer();
  expect(prepareMount.mock.calls).toEqual([
    ['alpha', [], expect.objectContaining({ pathname: '/catalog', search: '?seite=2' }), undefined],
  ]);
});

it('takes the area that the store names now, not the one that was known', async () => {
  const { prepareFirstPage, prepareMount, answer } = setUp();
  void prepareFirstPage(TRAINEE);
  await answer({ ...REGISTRY, remotes: [] });
  expect(prepareMount).not.toHaveBeenCalled();
});

it('runs no release of an area with a canary: the profile determines the account’s release', async () => {
  const { prepareFirstPage, prepareFiles, prepareMount, answer } = setUp();
  void prepareFirstPage(TRAINEE);
  await answer({
    ...REGISTRY,
    remotes: REGISTRY.remotes.map((remote) => ({
      ...remote,
      canary: { pointer: remote.stable, percent: 10, cohorts: [], salt: 's' },
    })),
  });
  expect(prepareFiles).toHaveBeenCalled();
  expect(prepareMount).not.toHaveBeenCalled();
});

it('runs nothing after a sign-out or a change of account', async () => {
  for (const next of [SIGNED_OUT, { ...SIGNED_IN, user: { ...TRAINEE, id: 'u-2' } }]) {
    const { prepareFirstPage, prepareMount, answer, become } = setUp();
    void prepareFirstPage(TRAINEE);
    become(next);
    await answer();
    expect(prepareMount).not.toHaveBeenCalled();
  }
});

it('waits until an override is checked', async () => {
  let release: () => void = () => undefined;
  const { prepareFirstPage, prepareMount, answer } = setUp({ checked: new Promise((resolve) => (release = resolve)) });
  void prepareFirstPage(TRAINEE);
  await answer();
  expect(prepareMount).not.toHaveBeenCalled();
  release();
  await settle();
  expect(prepareMount).toHaveBeenCalled();
});

it('prepares nothing where the sign-up stated no account type', async () => {
  const { prepareFirstPage, prepareFiles, prepareMount, answer } = setUp();
  void prepareFirstPage({ ...TRAINEE, metadata: {} });
  await answer();
  expect(prepareFiles).not.toHaveBeenCalled();
  expect(prepareMount).not.toHaveBeenCalled();
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
    const { prepareFirstPage, prepareMount } = setUp();
    const prepared = prepareFirstPage(TRAINEE);
    await settle();
    expect(await isLetGo(prepared)).toBe(true);
    expect(prepareMount).not.toHaveBeenCalled();
  });

  it('does not wait while files of the page are under way', async () => {
    const { prepareFirstPage, prepareMount, answer } = setUp({
      mounted: new Promise(() => undefined),
      hasFiles: false,
    });
    await answer();
    await expect(prepareFirstPage(TRAINEE)).resolves.toBeUndefined();
    await settle();
    expect(prepareMount).toHaveBeenCalled();
  });

  it('does not wait where nothing can be prepared', async () => {
    const { prepareFirstPage, answer } = setUp({ mounted: new Promise(() => undefined) });
    await answer({ ...REGISTRY, remotes: [] });
    await expect(prepareFirstPage(TRAINEE)).resolves.toBeUndefined();
  });
});
