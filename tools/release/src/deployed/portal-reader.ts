import { Refusal } from '../refusal';

/** What one portal may cost the machine that reads it: a shell has 3 MB in some 80 files. */
export interface ReadLimits {
  /** Milliseconds for one file, to its last byte. */
  readonly fileMs: number;
  /** Bytes of one file, as they are once unpacked. */
  readonly fileBytes: number;
  /** Bytes of all files. */
  readonly totalBytes: number;
  /** Number of requests. */
  readonly files: number;
}

export const READ_LIMITS: ReadLimits = {
  fileMs: 20_000,
  fileBytes: 8_000_000,
  totalBytes: 80_000_000,
  files: 600,
};

/** A file as the portal answers it. */
export interface PortalFile {
  readonly bytes: Uint8Array;
  readonly headers: Headers;
}

/** Reads files of one origin, and of no other. */
export interface PortalReader {
  /** `null` where the portal says that there is no such file. Every other trouble is a {@link Refusal}. */
  read(path: string): Promise<PortalFile | null>;
}

/**
 * Whether a path is what it looks like: absolute, and the same once it is read as an address. `..`, escapes of dots and
 * slashes, backslashes, queries and other hosts are not.
 */
export function isPlainPath(path: string): boolean {
  if (!/^\/(?!\/)/.test(path) || /[\\?#\s]|%(2e|2f|5c|00)/i.test(path)) return false;
  return URL.canParse(path, 'https://portal.test') && new URL(path, 'https://portal.test').pathname === path;
}

/**
 * Opens an untrusted portal for reading. It reads from no other origin, so a redirect cannot reach an address inside a
 * network, and every answer has a size limit.
 *
 * @param origin As `portalOrigin` has it.
 */
export function openPortalReader(origin: string, limits: ReadLimits = READ_LIMITS): PortalReader {
  let [files, total] = [0, 0];
  const refuse = (what: string, remedy: string, cause?: unknown) =>
    new Refusal('portal', `${origin}${what}`, remedy, { cause });
  const tooMuch = (what: string) => refuse(what, 'Look at what answers there: no shell of the portal is like that.');

  async function bytesOf(response: Response, path: string): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      total += chunk.byteLength;
      // Thrown in the middle: the rest is never read.
      if (length > limits.fileBytes) throw tooMuch(`${path} has more than ${limits.fileBytes} bytes.`);
      if (total > limits.totalBytes) throw tooMuch(` sends more than ${limits.totalBytes} bytes in all.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async function answerOf(path: string): Promise<PortalFile | null> {
    const response = await fetch(origin + path, { redirect: 'manual', signal: AbortSignal.timeout(limits.fileMs) });
    if (response.status >= 300 && response.status < 400) {
      const target = response.headers.get('location') ?? 'nowhere';
      throw refuse(`${path} redirects to ${target}, which is not followed.`, 'Name the address that users end at.');
    }
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw refuse(`${path} answers ${response.status}.`, 'Bring the portal up, or name another one.');
    return { bytes: await bytesOf(response, path), headers: response.headers };
  }

  return {
    read: async (path) => {
      if (!isPlainPath(path)) throw tooMuch(` names "${path.slice(0, 120)}", which is no path of its own.`);
      files += 1;
      if (files > limits.files) throw tooMuch(` names more than ${limits.files} files.`);
      try {
        return await answerOf(path);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        const isLate = error instanceof DOMException && error.name === 'TimeoutError';
        const what = isLate ? `was not answered within ${limits.fileMs / 1000} s` : 'cannot be fetched';
        throw refuse(`${path} ${what}.`, 'Look whether the portal runs, and whether this machine reaches it.', error);
      }
    },
  };
}
