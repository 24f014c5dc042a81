import type { PortalLocation } from '@nemus/contract';
import { isPublic } from '@nemus/registry';
import type { SessionState } from '@nemus/session';
import { localStore } from '@nemus/host/browser/storage';
import type { PortalConfig } from '@nemus/host/config/config';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { decidePlace, type Place } from './guard';
import { pendingInvitation } from './invitation-address';
import { pendingMembership } from './membership-address';

/** What the portal shows at an address, for the current session and registry. */
export function placeAt(
  { pathname, search, hash }: Pick<PortalLocation, 'pathname' | 'search' | 'hash'>,
  { session, registry, config }: { session: SessionState; registry: RegistryState; config: PortalConfig },
): Place {
  return decidePlace({
    pathname,
    rest: search + hash,
    session,
    registry: registry.status === 'missing' ? 'missing' : registry.document,
    invited: pendingInvitation(session.user?.metadata, localStore),
    joining: pendingMembership(session.user?.metadata, localStore),
    environment: config.environment,
  });
}

/** Path of the public route at an address; null for another page. What follows it may be a secret. */
export function publicPathAt(pathname: string, parts: Parameters<typeof placeAt>[1]): string | null {
  const place = placeAt({ pathname, search: '', hash: '' }, parts);
  return place.kind === 'area' && isPublic(place.match.route) ? place.match.route.path : null;
}
