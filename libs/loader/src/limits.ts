/** How long things may take, and how often they are tried again. Times in milliseconds. */
export interface Limits {
  /** A release document. */
  readonly documentMs: number;
  /** The container's script. */
  readonly entryMs: number;
  /** Everything between the verified release and the module: entry, chunks, evaluation. */
  readonly loadMs: number;
  /** `bootstrap` and `mount`, each. */
  readonly mountMs: number;
  /** `unmount`. The root leaves the page at once in any case; this is how long its clean-up may go on. */
  readonly unmountMs: number;
  /** Finding out why a file could not be loaded. */
  readonly diagnosisMs: number;
  /** Waits before the further attempts after `network` and `http`; their number is the number of attempts. */
  readonly retryDelaysMs: readonly number[];
}

export const DEFAULT_LIMITS: Limits = {
  documentMs: 8_000,
  entryMs: 12_000,
  loadMs: 20_000,
  mountMs: 10_000,
  unmountMs: 3_000,
  diagnosisMs: 3_000,
  retryDelaysMs: [400, 1_600],
};
