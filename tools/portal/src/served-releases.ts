import path from 'node:path';
import { ENVIRONMENT } from './portal';
import { publishAreas } from './releases';
import { takeRelease } from './taken-release';

/** Releases the builds of served areas, one after the other, the newest of each. */
export class ServedReleases {
  readonly #dataDir: string;
  readonly #newest = new Map<string, number>();
  #running: Promise<void> = Promise.resolve();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Resolves when everything that was built so far is released: what opens then has it. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** Releases what is built in a folder now. Problems are written, and end nothing. */
  release(built: string): void {
    const number = (this.#newest.get(built) ?? 0) + 1;
    this.#newest.set(built, number);
    const isNewest = () => this.#newest.get(built) === number;
    this.#running = this.#running.then(async () => {
      if (!isNewest()) return;
      try {
        await publishAreas({
          dataDir: this.#dataDir,
          environment: ENVIRONMENT,
          folders: [takeRelease(built)],
          who: 'npm run dev',
          why: 'changed sources',
        });
      } catch (error) {
        // A build that is written meanwhile is half of one and half of the other; its own release follows.
        if (!isNewest()) return;
        process.stderr.write(
          `\n  ${path.basename(built)}: ${error instanceof Error ? error.message : String(error)}\n`,
        );
      }
    });
  }
}
