import type { ChangeResult } from './change';
import type { ChangeRequest } from './change-request';
import type { GateOptions } from './gate';
import { packRelease, type SignerFor } from './pack';
import { promoteRelease } from './promote';
import { publishRelease, type PublishResult } from './publish';
import { Refusal } from './refusal';

export type ShipRequest = Omit<ChangeRequest, 'remote' | 'signer'> &
  Omit<GateOptions, 'force'> & {
    /** Gives the key that signs a remote's release and entry; without it, nothing is signed. */
    readonly signerFor?: SignerFor;
    /** Folder of the built app, such as `apps/trainee`. */
    readonly appFolder: string;
  };

export interface ShipResult {
  readonly remote: string;
  readonly version: string;
  readonly publish: PublishResult['status'];
  readonly promote: ChangeResult['status'];
  readonly revision: number;
}

/**
 * Packs, publishes and promotes a built app in one go. A published and stable release costs a few reads, so this can
 * run at every start.
 */
export async function shipRelease(request: ShipRequest): Promise<ShipResult> {
  const packed = await packRelease(request.appFolder, request);
  const published = await publishRelease(request.store, packed, request);
  const { name: remote, routes } = published.release.declaration;
  const version = published.release.version;
  const signer = await request.signerFor?.(
    remote,
    routes.map((route) => route.path),
  );
  const promoted = await promoteRelease({ ...request, signer, remote, version });
  return { remote, version, publish: published.status, promote: promoted.status, revision: promoted.revision };
}

/**
 * Ships several areas. One that collides with a later one (a path moved from one to the other) is retried after the
 * others; a round without progress ends with the refusal.
 */
export async function shipReleases(
  request: Omit<ShipRequest, 'appFolder'>,
  appFolders: readonly string[],
): Promise<ShipResult[]> {
  const results = new Map<string, ShipResult>();
  let left = [...appFolders];
  while (left.length > 0) {
    const refused: { appFolder: string; refusal: Refusal }[] = [];
    for (const appFolder of left) {
      try {
        results.set(appFolder, await shipRelease({ ...request, appFolder }));
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'check-failed') throw error;
        refused.push({ appFolder, refusal: error });
      }
    }
    if (refused.length === left.length && refused[0]) throw refused[0].refusal;
    left = refused.map(({ appFolder }) => appFolder);
  }
  return appFolders.flatMap((appFolder) => results.get(appFolder) ?? []);
}
