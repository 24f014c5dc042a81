/** What we use of `compression`: its own types (`@types/compression`) ask for those of Express, which we have not. */
declare module 'compression' {
  import type { Readable, Writable } from 'node:stream';

  interface Compressed extends Writable {
    getHeader(name: string): unknown;
    hasHeader(name: string): boolean;
  }
  interface Options {
    /** Bytes from which on an answer is compressed. */
    readonly threshold?: number;
    readonly filter?: (request: Readable, response: Compressed) => boolean;
  }
  export default function compression(
    options?: Options,
  ): (request: Readable, response: Compressed, next: (error?: unknown) => void) => void;
}
