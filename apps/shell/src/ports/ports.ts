import type { Ports, ReleaseInfo, SlotsPort } from '@nemus/contract';
import type { PortalConfig } from '../config/config';
import type { ColorSchemeChoice } from './color-scheme';
import type { EventBus } from './events';
import type { Navigation } from './navigation';
import type { ToastList } from './notify';
import type { Telemetry } from './telemetry';

/** What the ports are made of. */
export interface PortParts {
  readonly config: Pick<PortalConfig, 'supabase' | 'supportEmail'>;
  readonly session: Ports['session'];
  readonly navigation: Navigation;
  readonly toasts: ToastList;
  readonly events: EventBus;
  readonly slots: SlotsPort;
  readonly telemetry: Telemetry;
  readonly colorScheme: ColorSchemeChoice;
  /** `fetch` of one remote for the backend. */
  readonly fetchFor: (remote: string) => typeof fetch;
}

/** The ports of one mount; only telemetry and the release's own data differ from mount to mount. */
export function makePorts(parts: PortParts, release: ReleaseInfo): Ports {
  return {
    basePath: '/',
    session: parts.session,
    navigation: parts.navigation.port,
    notify: parts.toasts.notify,
    events: parts.events.port,
    slots: parts.slots,
    telemetry: parts.telemetry.portFor(release),
    colorScheme: parts.colorScheme.port,
    backend: parts.config.supabase,
    fetch: parts.fetchFor(release.remote),
    supportEmail: parts.config.supportEmail,
    release,
  };
}
