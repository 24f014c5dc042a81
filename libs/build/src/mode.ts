/** Purpose of a build: `production` for releases, `development` for pages that change while they are open. */
export type BuildMode = 'production' | 'development';

/** The arguments that the `rspack` command passes to a configuration. */
export interface CommandEnvironment {
  /** Set by `rspack serve`. */
  readonly RSPACK_SERVE?: boolean;
  /** Set by `rspack build --watch --env watched`: one process makes a release with every change. */
  readonly watched?: boolean;
}

/** Default export of an `rspack.config.ts`; called by the command. */
export type BuildFunction<T> = (environment?: CommandEnvironment) => Promise<T>;

/** The mode of a command: serving is for development. */
export function buildMode(environment: CommandEnvironment = {}): BuildMode {
  return environment.RSPACK_SERVE ? 'development' : 'production';
}
