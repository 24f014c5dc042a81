import type { ColorSchemePort, Ports, ReleaseInfo, ReleasesPort, SlotsPort } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import type { PortalConfig } from '../config/config';
import type { EventBus } from './events';
import type { KeptReads } from './kept-reads';
import type { Navigation } from './navigation';
import type { ToastList } from './notify';
import type { Telemetry } from './telemetry';

/** Dependencies of the ports. */
export interface PortParts {
  readonly config: Pick<PortalConfig, 'supabase' | 'supportEmail' | 'earlyStart'>;
  readonly session: Ports['session'];
  readonly navigation: Navigation;
  readonly toasts: ToastList;
  readonly events: EventBus;
  readonly keptReads: Pick<KeptReads, 'portOfAccount'>;
  readonly slots: SlotsPort;
  readonly telemetry: Telemetry;
  readonly releases: ReleasesPort;
  readonly colorScheme: { readonly port: ColorSchemePort };
  /** The page's client of the backend. */
  readonly supabase: DataClient;
  /** `fetch` for releases of areas with their own client. */
  readonly fetch: typeof fetch;
}

/** The ports of one mount; only telemetry and the release's own data differ between mounts. */
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
    supabase: parts.supabase,
    fetch: parts.fetch,
    supportEmail: parts.config.supportEmail,
    earlyStart: parts.config.earlyStart,
    keptReads: parts.keptReads.portOfAccount(),
    release,
    releases: parts.releases,
  };
}
