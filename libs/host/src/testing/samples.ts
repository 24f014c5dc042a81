import type { Profile } from '@nemus/contract';
import type { RegisteredRemote, RegistryDocument } from '@nemus/registry';
import type { SessionState } from '@nemus/session';
import { createStore } from 'zustand/vanilla';
import type { StopSource } from '../registry/stop-source';

/** A state without a session. */
export const SIGNED_OUT: SessionState = {
  status: 'signed-out',
  user: null,
  profile: null,
  profileStatus: 'idle',
  recovery: false,
  ended: false,
  lacksFactor: false,
  hasFactor: false,
  unreachable: false,
};

function remote(name: string, more: Partial<RegisteredRemote>): RegisteredRemote {
  const pointer = {
    version: '1.0.0-0123456789ab',
    path: `releases/${name}/1.0.0-0123456789ab/`,
    digest: `sha384-${'A'.repeat(64)}`,
    contract: '^1.0.0',
  };
  return {
    name,
    title: name,
    team: name,
    routes: [],
    menu: [],
    slots: [],
    enabled: true,
    stable: pointer,
    lastGood: [],
    ...more,
  };
}

/** Two areas; everyone may open `/check`, and the dashboard is `alpha`'s for trainees and `beta`'s for institutions. */
export const REGISTRY: RegistryDocument = {
  schema: 1,
  environment: 'local',
  revision: 1,
  issuedAt: '2026-11-01T00:00:00Z',
  expiresAt: '2026-12-01T00:00:00Z',
  remotes: [
    remote('alpha', {
      routes: [
        { path: '/dashboard', roles: ['piw'], layout: 'shared', title: 'Dashboard' },
        { path: '/catalog', roles: ['piw'], layout: 'shared', title: 'Seminarkatalog' },
        { path: '/result', layout: 'none', title: 'Ergebnis' },
        { path: '/check', access: 'public', layout: 'shared', title: 'Prüfen' },
      ],
      menu: [
        { id: 'catalog', path: '/catalog', label: 'Seminarkatalog', icon: 'catalog', order: 20, roles: ['piw'] },
        { id: 'home', path: '/dashboard', label: 'Dashboard', icon: 'dashboard', order: 10, roles: ['piw'] },
      ],
    }),
    remote('beta', {
      routes: [{ path: '/dashboard', roles: ['institution'], layout: 'shared', title: 'Dashboard' }],
      menu: [
        { id: 'home', path: '/dashboard', label: 'Übersicht', icon: 'dashboard', order: 10, roles: ['institution'] },
      ],
    }),
  ],
};

/** A trainee. */
export const PROFILE: Profile = {
  userId: 'u-1',
  userType: 'piw',
  firstName: 'Mira',
  lastName: 'Sander',
  institutionName: null,
  email: 'mira@nemus.example',
  rights: [],
};
/** The trainee's session, fully loaded. */
export const SIGNED_IN: SessionState = {
  ...SIGNED_OUT,
  status: 'signed-in',
  user: { id: 'u-1', email: PROFILE.email, metadata: {} },
  profile: PROFILE,
  profileStatus: 'ready',
};

/** A portal that pins no operator's key. */
export const NO_STOPS: StopSource = {
  store: createStore(() => ({ status: 'off' as const, list: null, problem: null })),
  refresh: () => Promise.resolve(),
};
