import path from 'node:path';

/** How long nothing is built before the last build is released unasked: the page that shows the change goes first. */
const REST_MS = 1_500;

/**
 * Releases the newest build of each served area: as soon as the registry is requested, otherwise when building pauses.
 * Packing compresses, signs and checks, on the same machine on which a page takes the change.
 */
export class ServedReleases {
  readonly #release: (built: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;

  /** @param release Releases what is built in a folder now. */
  constructor(release: (built: string) => Promise<void>) {
    this.#release = release;
  }

  /** Tells of a new build in a folder. */
  add(built: string): void {
    this.#waiting.add(built);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.settled(), REST_MS);
  }

  /** Resolves when everything that was built so far is released: what opens then has it. */
  settled(): Promise<void> {
    clearTimeout(this.#rest);
    const folders = [...this.#waiting];
    this.#waiting.clear();
    this.#running = this.#running.then(async () => {
      for (const folder of folders) await this.#releaseOne(folder);
    });
    return this.#running;
  }

  /** Problems are written, and end nothing. */
  async #releaseOne(built: string): Promise<void> {
    // Built again meanwhile: that build's own release follows.
    if (this.#waiting.has(built)) return;
    try {
      await this.#release(built);
    } catch (error) {
      // A build that was written meanwhile is half of one and half of the other.
      if (this.#waiting.has(built)) return;
      process.stderr.write(`\n  ${path.basename(built)}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }

  /** Releases nothing any more unasked. */
  close(): void {
    clearTimeout(this.#rest);
  }
}
