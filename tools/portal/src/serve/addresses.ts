import type { PortalSettings } from './settings';

/** Public addresses of the running portal, as browsers use them. */
export interface Addresses {
  readonly portal: string;
  readonly store: string;
  readonly api: string;
  readonly mail: string;
  readonly checkout: string;
}

/**
 * Everything binds to 127.0.0.1 and is addressed as `localhost`: browsers treat it as a secure context, which
 * WebCrypto and the clipboard need.
 */
export function addressesOf({ ports }: Pick<PortalSettings, 'ports'>): Addresses {
  return {
    portal: `http://localhost:${ports.portal}`,
    store: `http://localhost:${ports.store}`,
    api: `http://localhost:${ports.api}`,
    mail: `http://localhost:${ports.mail}`,
    checkout: `http://localhost:${ports.checkout}`,
  };
}
