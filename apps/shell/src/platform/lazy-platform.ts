import type { Loader } from '@nemus/loader';
import type { SessionUser } from '@nemus/session';
import { prepareNamedFiles } from '@nemus/start';
import { lazyLoader } from './lazy-loader';
import { loadPlatform, type Platform } from './load-platform';

/** Parts of the page that the code makes. */
export interface LateParts {
  readonly loader: Loader;
  /** Preloads the menu's other areas. */
  readonly prepareMenu: (shown: string) => void;
  /** Prepares the page after a sign-in; null when there is nothing to wait for. */
  readonly prepareFirstPage: (user: SessionUser) => Promise<void> | null;
}

/** Code that loads with the first account. Its parts do nothing until it has loaded. */
export interface LazyPlatform extends LateParts {
  /** The code, shared by all callers; rejects when it does not load. The next call retries. */
  get(): Promise<Platform>;
  /** Preloads it, with the shared modules. Later calls retry and report failures. */
  prepare(): void;
  /** Says how the parts are made once their code has loaded. */
  makePartsBy(make: (platform: Platform) => LateParts): void;
}

/** The platform for parts that are set up before its code has loaded. */
export function lazyPlatform(load: () => Promise<Platform> = loadPlatform): LazyPlatform {
  const { loader, arrive } = lazyLoader();
  let present: Platform | null = null;
  let code: Promise<Platform> | null = null;
  let makeParts: ((platform: Platform) => LateParts) | null = null;
  let parts: LateParts | null = null;

  const open = () => {
    if (!present || !makeParts) return;
    parts = makeParts(present);
    arrive(parts.loader);
  };

  const get = () => {
    code ??= load().then(
      (platform) => {
        present = platform;
        open();
        return platform;
      },
      (error: unknown) => {
        code = null;
        throw error;
      },
    );
    return code;
  };

  return {
    loader,
    prepareMenu: (shown) => parts?.prepareMenu(shown),
    prepareFirstPage: (user) => parts?.prepareFirstPage(user) ?? null,
    get,
    prepare: () => {
      prepareNamedFiles('account');
      get().catch(() => undefined);
    },
    makePartsBy: (make) => {
      makeParts = make;
      open();
    },
  };
}
