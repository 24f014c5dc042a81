import type { Loader } from '@nemus/loader';
import { requestAccountFiles } from '../start/account-files';
import { lateLoader } from './late-loader';
import { loadPlatform, type Platform } from './load-platform';

/** Code that comes with the first account. */
export interface LatePlatform {
  /** The loader; it knows nothing before the code is there. */
  readonly loader: Loader;
  /** The code, once for everybody who asks; rejects when it does not come. A failed attempt is made again by the next. */
  get(): Promise<Platform>;
  /** Requests it, with what areas share. Whoever needs it asks again, and says what came of it. */
  request(): void;
}

/** @param makeLoader makes the one loader of the page as soon as its code is there */
export function latePlatform(
  makeLoader: (platform: Platform) => Loader,
  load: () => Promise<Platform> = loadPlatform,
): LatePlatform {
  const { loader, arrive } = lateLoader();
  let code: Promise<Platform> | null = null;

  const get = () => {
    code ??= load().then(
      (platform) => {
        arrive(makeLoader(platform));
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
    request: () => {
      requestAccountFiles();
      get().catch(() => undefined);
    },
  };
}
