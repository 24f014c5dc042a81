import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseFailure } from './failures';

/** A part of a file, as the `Range` header asks for it: first byte, and last byte or null for the end. */
export interface ByteRange {
  readonly from: number;
  readonly to: number | null;
}

/**
 * A request's data that must be known deep inside lite. The object also identifies the request where several share the
 * one database connection.
 */
export interface RequestContext {
  readonly range: ByteRange | null;
  /** The last thing the database refused, with its code. */
  failure: DatabaseFailure | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work in its own context, and passes the context to it, so that the work sees what was recorded there. */
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
