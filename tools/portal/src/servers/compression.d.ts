/** What we use of `compression`: its own types (`@types/compression`) ask for those of Express, which we have not. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Options {
    /** Bytes from which on an answer is compressed. */
    readonly threshold?: number;
    readonly filter?: (request: IncomingMessage, response: ServerResponse) => boolean;
  }
  export default function compression(
    options?: Options,
  ): (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
}
