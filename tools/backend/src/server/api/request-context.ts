import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseFailure } from './failures';

/** A part of a file, as the `Range` header asks for it: first byte, and last byte or null for the end. */
export interface ByteRange {
  readonly from: number;
  readonly to: number | null;
}

/**
 * What belongs to one request and must be known deep inside lite. The object also names the request where several
 * share the one database connection.
 */
export interface RequestContext {
  readonly range: ByteRange | null;
  /** The last thing the database refused, with its code. */
  failure: DatabaseFailure | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work in a context of its own and hands it over, so that the work sees what was recorded in it. */
export function withContext<T>(
  parts: Partial<RequestContext>,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const context: RequestContext = { range: null, failure: null, ...parts };
  return storage.run(context, () => work(context));
}

/** The context of the running request; null outside of requests. */
export function currentContext(): RequestContext | null {
  return storage.getStore() ?? null;
}
