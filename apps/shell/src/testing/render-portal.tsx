import { PortRouter } from '@nemus/contract/react';
import { createDataClient } from '@nemus/data';
import { NemusTheme } from '@nemus/ui';
import { configure, fireEvent, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Session, SessionState } from '@nemus/session';
import { createStore } from 'zustand/vanilla';
import { createQuestion } from '@nemus/host/ports/question';
import { Toasts } from '../notices/Toasts';
import { createColorSchemeChoice } from '../browser/color-scheme';
import { createNavigation } from '@nemus/host/ports/navigation';
import { createToastList } from '@nemus/host/ports/notify';
import type { OverrideState } from '@nemus/host/overrides/override-keeper';
import { createTelemetry } from '@nemus/host/ports/telemetry';
import { PortalProvider } from '../portal/portal-context';
import { createDrawnSession } from '../portal/drawn-session';
import type { Portal } from '../portal/portal';
import { fakeClient } from '@nemus/host/testing/fake-client';
import { NO_STOPS, SIGNED_OUT } from '@nemus/host/testing/samples';

// Browser tests cover styles that hide an element; computing them in jsdom takes seconds.
configure({ defaultHidden: true });

/** A session whose requests are spies; tests control their results. */
export function fakeSession(state: Partial<SessionState> = {}) {
  const session = {
    store: createStore<SessionState>(() => ({ ...SIGNED_OUT, ...state })),
    signIn: jest.fn<Promise<void>, Parameters<Session['signIn']>>(() => Promise.resolve()),
    signUp: jest.fn<Promise<void>, Parameters<Session['signUp']>>(() => Promise.resolve()),
    findInvitation: jest.fn<ReturnType<Session['findInvitation']>, [string]>(() => Promise.resolve(null)),
    resendConfirmation: jest.fn<Promise<void>, Parameters<Session['resendConfirmation']>>(() => Promise.resolve()),
    sendReset: jest.fn<Promise<void>, Parameters<Session['sendReset']>>(() => Promise.resolve()),
    openLink: jest.fn<ReturnType<Session['openLink']>, Parameters<Session['openLink']>>(() =>
      Promise.resolve({ kind: 'signed-in', user: { id: 'u-1', email: 'mira@nemus.example', metadata: {} } }),
    ),
    updatePassword: jest.fn<Promise<void>, Parameters<Session['updatePassword']>>(() => Promise.resolve()),
    factors: {
      list: jest.fn<ReturnType<Session['factors']['list']>, []>(() => Promise.resolve([])),
      begin: jest.fn<ReturnType<Session['factors']['begin']>, [string]>(() =>
        Promise.resolve({ id: 'f-1', secret: 'GEHEIM', uri: 'otpauth://totp/Nemus' }),
      ),
      finish: jest.fn<Promise<void>, [string, string]>(() => Promise.resolve()),
      give: jest.fn<Promise<void>, [string]>(() => Promise.resolve()),
      remove: jest.fn<Promise<void>, [string]>(() => Promise.resolve()),
    },
    useRecoveryCode: jest.fn<Promise<void>, [string]>(() => Promise.resolve()),
    deleteAccount: jest.fn<Promise<void>, [string]>(() => Promise.resolve()),
    provePassword: jest.fn<Promise<void>, [string]>(() => Promise.resolve()),
    changeEmail: jest.fn<ReturnType<Session['changeEmail']>, [string]>(() => Promise.resolve('sent')),
    signOut: jest.fn<Promise<void>, []>(() => Promise.resolve()),
    prepareClient: jest.fn<void, []>(),
    getAccessToken: jest.fn<Promise<string>, []>(() => Promise.resolve('token')),
    reloadProfile: jest.fn<Promise<void>, []>(() => Promise.resolve()),
    dispose: jest.fn<Promise<void>, []>(() => Promise.resolve()),
  };
  return session satisfies Session;
}

const NOTHING = () => undefined;
/** One object, as `useSyncExternalStore` needs. */
const NO_AREAS = {};
const BACKEND = { url: 'http://backend.test', publishableKey: 'sb_publishable_test' };

/** A portal with the real ports, and nothing behind session and store. */
export function fakePortal(session: Session = fakeSession()): Portal {
  return {
    config: {
      environment: 'local',
      supabase: BACKEND,
      storeUrl: 'http://store.test/',
      registryUrl: 'http://store.test/registry/local.json',
      supportEmail: 'support@nemus.example',
      content: {
        impressum: '/i.md',
        datenschutz: '/d.md',
        barrierefreiheit: '/b.md',
        agb: '/a.md',
        widerrufsbelehrung: '/w.md',
      },
      trustedKeys: {},
      overrideOrigins: [],
      earlyStart: true,
      worker: false,
    },
    session,
    drawnSession: createDrawnSession(session.store, () => null),
    registry: {
      store: createStore(() => ({ status: 'ready' as const, document: null, stale: false, refused: [] })),
      refresh: () => Promise.resolve(),
      renew: () => null,
      prepare: () => Promise.resolve(),
    },
    stops: NO_STOPS,
    navigation: createNavigation(),
    toasts: createToastList(),
    telemetry: createTelemetry(),
    colorScheme: createColorSchemeChoice(),
    loader: {
      mountArea: () => ({ retry: NOTHING, usePrevious: NOTHING, unmount: () => Promise.resolve() }),
      mountSlot: () => ({ update: NOTHING, unmount: NOTHING }),
      ahead: () => Promise.resolve(false),
      loadedFiles: () => Promise.resolve(null),
      readFile: () => Promise.resolve(null),
      readOffer: () => Promise.resolve({ commands: [], searches: [] }),
      search: () => Promise.resolve([]),
      getSnapshot: () => NO_AREAS,
      subscribe: () => NOTHING,
    },
    overrides: {
      store: createStore<OverrideState>(() => ({ status: 'none' })),
      begin: NOTHING,
      pending: () => null,
      of: () => null,
      take: () => Promise.resolve(),
      recheck: () => Promise.resolve(),
      reset: NOTHING,
    },
    deletion: createQuestion(),
    proof: createQuestion(),
    discarding: createQuestion(),
    client: () => Promise.resolve(fakeClient(() => null)),
    visitor: () => Promise.resolve(createDataClient({ ...BACKEND, accessToken: () => Promise.resolve(null) })),
    lastUserId: () => null,
    opening: { point: NOTHING, press: NOTHING, choose: () => Promise.resolve() },
    prepareSignIn: NOTHING,
    rememberStart: () => Promise.resolve(),
    prepareMenu: NOTHING,
    leave: () => Promise.resolve(),
  };
}

/** Renders a part of the shell in the portal's context: theme, router, toasts. */
export const renderPortal = (portal: Portal, content: ReactNode) => render(inPortal(portal, content));

/** The same without rendering. */
function inPortal(portal: Portal, content: ReactNode) {
  return (
    <NemusTheme>
      <PortalProvider value={portal}>
        <PortRouter navigation={portal.navigation.port} basePath="/">
          {content}
          <Toasts />
        </PortRouter>
      </PortalProvider>
    </NemusTheme>
  );
}

/** Sets a field at once; tests of single key strokes belong to the field's own package. */
export function fill(element: HTMLElement, value: string) {
  fireEvent.input(element, { target: { value } });
}
