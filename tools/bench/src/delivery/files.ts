import { brotliCompressSync, constants } from 'node:zlib';
import { COMMANDS_FILE } from '@nemus/contract';
import { isByContent, RELEASE_FILE, USES_FILE } from '@nemus/registry';
import type { ReleaseFiles } from '@nemus/release';

/** A file that browsers ask for. */
export interface DeliveredFile {
  /** Address below the area's folder in the store: a browser that has it asks for nothing. */
  readonly address: string;
  /** Name and hash: whether the release changed it. */
  readonly content: string;
  /** The same in every release: what a dictionary of the release before is found by. */
  readonly name: string;
  readonly plain: Uint8Array;
  /** Bytes on the line: brotli, as servers send it. */
  readonly bytes: number;
  /** Whether the bundler made it of the area's modules alone: neither container nor document. */
  readonly isChunk: boolean;
}

/** Of the documents of a release, those that every browser asks for; others are for tools and `/diagnose`. */
const READ = new Set([COMMANDS_FILE, USES_FILE]);

/** The files of a packed release that browsers ask for, its document among them. */
export async function deliveredFiles(packed: ReleaseFiles): Promise<DeliveredFile[]> {
  const { release, digest, text } = packed;
  const own = `${release.version}/`;
  const files = Object.entries(release.files).filter(([file]) => READ.has(file) || !file.endsWith('.json'));
  const document = {
    address: own + RELEASE_FILE,
    content: digest,
    name: RELEASE_FILE,
    plain: Buffer.from(text),
    bytes: sentBytes(Buffer.from(text)),
    isChunk: false,
  };
  const others = files.map(async ([file, { integrity }]): Promise<DeliveredFile> => {
    const content = (await packed.read(file)) ?? new Uint8Array();
    return {
      address: isByContent(file) ? file : own + file,
      content: `${file} ${integrity}`,
      name: isByContent(file) ? file.replace(/\.[0-9a-f]+(\.\w+)$/, '.*$1') : file,
      plain: content,
      bytes: sentBytes(content),
      isChunk: isByContent(file) || file.endsWith('.css'),
    };
  });
  return [document, ...(await Promise.all(others))];
}

function sentBytes(content: Uint8Array): number {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return Math.min(content.byteLength, brotliCompressSync(content, options).byteLength);
}
