import { answerFrom } from './answer';
import { listen, type RunningServer } from './listen';
import { storeSite } from './site';

/** What the release store's server serves. */
export interface StoreServerOptions {
  /** Folder with `registry/` and `releases/`. */
  readonly folder: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** Serves the release store as a CDN would, from an origin of its own. Read-only: publishing goes to the folder. */
export function startStoreServer({ folder, port }: StoreServerOptions): Promise<RunningServer> {
  return listen(port, (request, response) =>
    answerFrom(storeSite({ secure: false }), request, response, { root: folder }),
  );
}
