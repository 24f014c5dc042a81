import type { Loader } from '@nemus/loader';
import { prepareNamedFiles } from '@nemus/start';
import { lazyLoader } from './lazy-loader';
import { loadPlatform, type Platform } from './load-platform';

/** Code that comes with the first account. */
export interface LazyPlatform {
  /** The loader; it knows nothing before the code is there. */
  readonly loader: Loader;
  /** The code, once for everybody who asks; rejects when it does not come. A failed attempt is made again by the next. */
  get(): Promise<Platform>;
  /** Asks for it early, with what areas share. Whoever needs it asks again, and says what came of it. */
  prepare(): void;
  /** Says how the one loader of the page is made as soon as its code is there. Without it, the loader knows nothing. */
  makeLoaderBy(makeLoader: (platform: Platform) => Loader): void;
}

/** The platform as what is wired before its code is there can have it. */
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
