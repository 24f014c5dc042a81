/** How a build is meant: `production` for releases, `development` for pages that change while one looks at them. */
export type BuildMode = 'production' | 'development';

/** What the command `rspack` tells a configuration about itself. */
export interface CommandEnvironment {
  /** Set by `rspack serve`. */
  readonly RSPACK_SERVE?: boolean;
  /** Set by `rspack build --watch --env watched`: one process makes a release with every change. */
  readonly watched?: boolean;
}

/** What an `rspack.config.ts` exports; the command calls it. */
export type BuildFunction<T> = (environment?: CommandEnvironment) => Promise<T>;

/** The mode of a command: what is served is for development. */
export function buildMode(environment: CommandEnvironment = {}): BuildMode {
  return environment.RSPACK_SERVE ? 'development' : 'production';
}
