import { answerFrom, type SiteFolders } from './answer';
import { listen, type Answer, type Certificate, type RunningServer } from './listen';
import { requestPath } from './request-path';
import { storeSite } from './site';

/** What the release store's server serves. */
export interface StoreServerOptions {
  /** Folder with `registry/` and `releases/`. */
  readonly folder: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** For development: releases that are made while pages are open. */
  readonly served?: ServedStore | undefined;
  /** For https, by HTTP/2 where a browser knows it. */
  readonly tls?: Certificate | undefined;
}

/** What the store's server asks while areas are served from their sources. */
export interface ServedStore {
  /** Resolves when every build so far is released; the registry is read then. */
  settled(): Promise<void>;
  /** Where a file below `/releases/` may be that no release has; null for areas that are not served. */
  readonly unpublished: NonNullable<SiteFolders['beside']>;
}

/** Serves the release store as a CDN would, from an origin of its own. Read-only: publishing goes to the folder. */
export function startStoreServer({ folder, port, served, tls }: StoreServerOptions): Promise<RunningServer> {
  const site = storeSite({ secure: tls !== undefined });
  const answer: Answer = async (request, response) => {
    if (requestPath(request).startsWith('/registry/')) await served?.settled();
    await answerFrom(site, request, response, { root: folder, beside: served?.unpublished });
  };
  return listen(port, answer, tls);
}
