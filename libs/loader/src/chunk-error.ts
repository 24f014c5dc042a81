/** Names under which browsers and bundlers report a chunk that could not be loaded. */
const CHUNK_ERROR = /ChunkLoadError|Loading (CSS )?chunk|dynamically imported module/i;

/** The address of a lost chunk; null when the error does not name it (stylesheets), undefined for other errors. */
export function lostChunk(error: unknown): string | null | undefined {
  if (!(error instanceof Error) || !CHUNK_ERROR.test(`${error.name}: ${error.message}`)) return undefined;
  return 'request' in error && typeof error.request === 'string' ? error.request : null;
}
