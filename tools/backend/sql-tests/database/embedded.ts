import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Row, TestDatabase } from './database';
import { imagePath } from './image';
import { readScripts } from './schema';

const answerSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), rows: z.array(z.record(z.string(), z.unknown())) }),
  z.object({
    id: z.number(),
    error: z.object({
      code: z.string().optional(),
      message: z.string(),
      hint: z.string().optional(),
      detail: z.string().optional(),
    }),
  }),
]);

interface Waiting {
  resolve(rows: readonly Row[]): void;
  reject(error: unknown): void;
}

/**
 * A database in this process (PGlite). Creating one takes seconds, so later test files start from an image of the
 * first. The image is named by its inputs and the day, so a changed migration or another day creates a new one.
 *
 * @param scripts create the database; by default the whole schema with its seeds
 */
export async function openEmbeddedTest(scripts = readScripts()): Promise<TestDatabase> {
  const worker = new Worker(path.join(__dirname, 'embedded-worker.mjs'), {
    workerData: { image: imagePath('nemus-sql-tests-', [scripts]), scripts },
  });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: unknown) => {
      const answer = answerSchema.parse(message);
      if ('ready' in answer) return resolve();
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('rows' in answer) asker?.resolve(answer.rows);
      else asker?.reject(Object.assign(new Error(answer.error.message), answer.error));
    });
  });
  return {
    query: (statement, parameters = []) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker.postMessage({ id: asked, statement, parameters: [...parameters] });
      }),
    close: async () => {
      await worker.terminate();
    },
  };
}
