/** The order in which a backend ends: first no more requests, then no running work, then the data is released. */
const STAGES = ['listeners', 'work', 'data'] as const;

/** Collects what has to be undone. */
export interface Shutdown {
  add(stage: (typeof STAGES)[number], undo: () => Promise<void> | void): void;
  /** Undoes everything, once, also when a part of it fails; rejects with the first failure. */
  run(): Promise<void>;
}

/** Within one stage the last that was added goes first. */
export function createShutdown(): Shutdown {
  const steps: { readonly stage: string; readonly undo: () => Promise<void> | void }[] = [];
  let running: Promise<void> | null = null;

  async function undoAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const stage of STAGES) {
      for (const step of steps.filter((candidate) => candidate.stage === stage).toReversed()) {
        try {
          await step.undo();
        } catch (error) {
          failures.push(error);
        }
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    add: (stage, undo) => void steps.push({ stage, undo }),
    run: () => (running ??= undoAll()),
  };
}
