import type { Loader } from '@nemus/loader';
import { prepareNamedFiles } from '@nemus/start';
import { lazyLoader } from './lazy-loader';
import { loadPlatform, type Platform } from './load-platform';

/** Code that loads with the first account. */
export interface LazyPlatform {
  /** The loader; empty until the code has loaded. */
  readonly loader: Loader;
  /** The code, shared by all callers; rejects when it does not load. The next call retries. */
  get(): Promise<Platform>;
  /** Preloads it, with the shared modules. Later calls retry and report failures. */
  prepare(): void;
  /** Configures how the page's loader is made once its code has loaded. Until then, the loader is empty. */
  makeLoaderBy(makeLoader: (platform: Platform) => Loader): void;
}

/** The platform for parts that are set up before its code has loaded. */
export function lazyPlatform(load: () => Promise<Platform> = loadPlatform): LazyPlatform {
  const { loader, arrive } = lazyLoader();
  let present: Platform | null = null;
  let code: Promise<Platform> | null = null;
  let makeLoader: ((platform: Platform) => Loader) | null = null;

  const open = () => {
    if (present && makeLoader) arrive(makeLoader(present));
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
    get,
    prepare: () => {
      prepareNamedFiles('account');
      get().catch(() => undefined);
    },
    makeLoaderBy: (make) => {
      makeLoader = make;
      open();
    },
  };
}
