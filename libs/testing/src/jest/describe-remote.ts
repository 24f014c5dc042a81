import { USER_TYPES, type Lifecycles, type RemoteConfig, type SearchProvider, type UserType } from '@nemus/contract';
import type { MeetingConfig } from '@nemus/contract/config';
import { waitFor } from '@testing-library/dom';
import { fakeProfile, type FakePortsOptions } from '../fake-ports';
import { restylingSelectors, watchPage, type PageWatch } from '../leaks';
import { describeCommands } from './describe-commands';
import { describeMeeting } from './describe-meeting';
import { brokenBackend, emptyDatabase, installBackend, type FakeBackend } from './fake-backend';
import { mountModule, type MountedModule } from './mount-module';

/** A remote and what its pages need. */
export interface RemoteUnderTest {
  /** Default export of `remote.config.ts`. */
  readonly declaration: RemoteConfig;
  /** Default export of `meeting.config.ts`, if the area has one. */
  readonly meeting?: MeetingConfig;
  /** Default export of `src/app.tsx`. */
  readonly app: Lifecycles;
  /** Addresses below the declared paths that must also open, such as `/course/rechtliche-grundlagen`. */
  readonly deepLinks?: readonly string[];
  /** Declared slots: the default export of each file, and props as a host would pass them. */
  readonly slots?: Readonly<Record<string, { readonly lifecycles: Lifecycles; readonly props: object }>>;
  /** Declared searches of the command palette: the default export of each module, by its expose. */
  readonly searches?: Readonly<Record<string, SearchProvider>>;
  /** Answers the area's requests; an empty database by default. */
  readonly backend?: FakeBackend;
}

/** Where the shell stores the session. */
const SESSION_KEY = 'nemus-auth';

/** Lazy pages are compiled when they are first opened, which is slow on a busy machine. */
const PATIENCE_MS = 15_000;

/** Wait for effects that are cleaned up after the root. */
const CLEAN_UP_MS = 1_000;

/** Complaints about what jsdom lacks: newer elements, and everything that moves or paints. */
const JSDOM_GAPS = /is unrecognized in this browser|Not implemented:/;

/** Listeners of jsdom's selector engine, for `:hover`. */
const JSDOM_LEAKS = /^document has a listener for mouse(?:over|out)$/;

/**
 * The contract as tests: what every remote must do. Call it at the top level of a test file that begins with
 * `@jest-environment ../../jest.browser.mjs`.
 *
 * @example
 * describeRemote({ declaration, app, deepLinks: ['/course/rechtliche-grundlagen'] });
 */
export function describeRemote(remote: RemoteUnderTest) {
  const { declaration, app } = remote;
  let backend: ReturnType<typeof installBackend>;
  let errors: jest.SpyInstance<void, unknown[]>;
  let watch: PageWatch | null = null;
  // The data client of the ports has listeners of its own; in the portal, it belongs to the shell.
  const startWatch = () => void (watch = watchPage());

  beforeEach(() => {
    backend = installBackend(remote.backend ?? emptyDatabase);
    errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    watch?.stop();
    watch = null;
    backend.uninstall();
    errors.mockRestore();
    document.body.replaceChildren();
  });

  describe(`the contract of ${declaration.name}`, () => {
    it.each(pagesOf(remote))(
      'opens $address for $role with one heading, and leaves nothing behind',
      async ({ address, account }) => {
        const before = traces();
        const stored = jest.spyOn(Storage.prototype, 'getItem');
        const page = await mountModule(app, { address, ...account, onPorts: startWatch });
        await oneHeading(page);
        // The session has a port, which a public route does not get.
        expect(stored.mock.calls).not.toContainEqual([SESSION_KEY]);
        stored.mockRestore();
        expect(page.failures).toEqual([]);
        expect(restylingSelectors(watch?.css() ?? '')).toEqual([]);
        await page.unmount();
        expect(page.ports.openSubscriptions()).toBe(0);
        expect(traces()).toEqual(before);
        await noLeaks(watch);
        expect(errors.mock.calls.map(([message]) => String(message)).filter((text) => !JSDOM_GAPS.test(text))).toEqual(
          [],
        );
      },
      PATIENCE_MS * 2,
    );

    it.each(pagesOf(remote))(
      'stays usable at $address for $role while the backend is broken',
      async ({ address, account }) => {
        backend.uninstall();
        backend = installBackend(brokenBackend);
        const page = await mountModule(app, { address, ...account });
        await waitFor(() => expect(page.element.textContent).not.toBe(''), { timeout: PATIENCE_MS });
        expect(page.failures).toEqual([]);
        await page.unmount();
        expect(page.ports.openSubscriptions()).toBe(0);
      },
      PATIENCE_MS * 2,
    );

    describeCommands(declaration, remote.searches ?? {}, remote.backend ?? emptyDatabase);

    const [first] = pagesOf(remote);
    if (remote.meeting) {
      describeMeeting({
        meeting: remote.meeting,
        app,
        slots: remote.slots ?? {},
        page: first && { address: first.address, ...first.account },
      });
    }
    if (first) {
      it(
        'shows its not-found page for an unknown address below its path',
        async () => {
          const page = await mountModule(app, {
            address: `${first.path}/gibt/es/nicht`,
            ...first.account,
          });
          await oneHeading(page);
          expect(page.failures).toEqual([]);
          await page.unmount();
        },
        PATIENCE_MS * 2,
      );

      it(
        'can be mounted again after it was unmounted, and twice at the same time',
        async () => {
          const options = { address: first.address, ...first.account };
          const pages = await Promise.all([mountModule(app, options), mountModule(app, options)]);
          await Promise.all(pages.map(oneHeading));
          await Promise.all(pages.map((page) => page.unmount()));
          const again = await mountModule(app, options);
          await oneHeading(again);
          await again.unmount();
        },
        PATIENCE_MS * 2,
      );

      it(
        'survives an account whose profile could not be loaded',
        async () => {
          const page = await mountModule(app, { address: first.address, profile: null });
          await waitFor(() => expect(page.element.textContent).not.toBe(''), { timeout: PATIENCE_MS });
          expect(page.failures).toEqual([]);
          await page.unmount();
        },
        PATIENCE_MS * 2,
      );
    }

    if (declaration.slots.length > 0) {
      it.each(declaration.slots)(
        'draws the slot $name, follows its props, and leaves nothing behind',
        async ({ name }) => {
          const slot = remote.slots?.[name];
          if (!slot) throw new Error(`The slot "${name}" is declared; hand its lifecycles to describeRemote().`);
          const before = traces();
          const piece = await mountModule(slot.lifecycles, {
            slotProps: slot.props,
            profile: fakeProfile('institution'),
            onPorts: startWatch,
          });
          await piece.update(slot.props);
          expect(piece.failures).toEqual([]);
          expect(restylingSelectors(watch?.css() ?? '')).toEqual([]);
          await piece.unmount();
          expect(piece.ports.openSubscriptions()).toBe(0);
          expect(traces()).toEqual(before);
          await noLeaks(watch);
        },
        PATIENCE_MS * 2,
      );
    }
  });
}

interface PageUnderTest {
  readonly path: string;
  readonly address: string;
  readonly role: UserType | 'visitor';
  readonly account: Pick<FakePortsOptions, 'access' | 'profile'>;
}

/** Every address that must open, with every role that may open it. */
function pagesOf({ declaration, deepLinks = [] }: RemoteUnderTest): PageUnderTest[] {
  return declaration.routes.flatMap(({ path, access, roles = USER_TYPES, requires: rights = [] }) => {
    const below = deepLinks.filter((link) => link === path || link.startsWith(`${path}/`));
    const addresses = below.length > 0 ? below : [path];
    return addresses.flatMap((address): PageUnderTest[] =>
      access
        ? [{ path, address, role: 'visitor', account: { access } }]
        : roles.map((role) => ({ path, address, role, account: { profile: fakeProfile(role, { rights }) } })),
    );
  });
}

async function oneHeading({ element }: MountedModule): Promise<void> {
  await waitFor(() => expect(element.querySelectorAll('h1')).toHaveLength(1), { timeout: PATIENCE_MS });
}

/** Effects are cleaned up a moment after the root is unmounted. */
async function noLeaks(watch: PageWatch | null): Promise<void> {
  const leaks = () => (watch?.leaks() ?? []).filter((leak) => !JSDOM_LEAKS.test(leak));
  const deadline = Date.now() + CLEAN_UP_MS;
  // `waitFor` runs an interval of its own.
  while (leaks().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(leaks()).toEqual([]);
}

/**
 * What an area could leave behind in the page. What all roots of a page share stays for later ones: the rules of the
 * style cache, and the element in which the library of charts measures text.
 */
function traces() {
  const head = [...document.head.children].filter((child) => !child.matches('style[data-emotion^="nemus"]'));
  const body = [...document.body.children].filter((child) => !child.matches('svg[aria-hidden="true"]:empty'));
  return { head: head.length, body: body.length };
}
