import type { OpenedRegistry, RegistryDocument, SeenRegistry } from '@nemus/registry';
import type { KeyRing } from '../config/key-ring';
import type { RegistryReader } from './registry-reader';
import type { KnownCopy, KnownText } from './registry-copy';

/** Opens documents: checks them against environment, time and keys. Rejects when its code or the keys do not load. */
export interface RegistryOpener {
  /** @param seen what was seen of an earlier document: older ones are refused */
  open(text: string, seen: SeenRegistry | null): ReturnType<RegistryReader['openRegistry']>;
  /** What must be known of an opened text to skip opening it again; null when the browser cannot compute it. */
  describe(opened: OpenedRegistry, text: string, tag: string): Promise<KnownText | null>;
  /** Whether opening a text now would give the same result. */
  isInTime(known: KnownText): boolean;
  /** The document of a copy, without opening it again; null when it differs from what was opened. */
  reuse(copy: KnownCopy): Promise<RegistryDocument | null>;
}

/** @param parts `reader`: the code that reads documents may still be loading, and rejects if it fails to */
export function createRegistryOpener({
  reader,
  keys,
  environment,
  now,
}: {
  readonly reader: () => Promise<RegistryReader>;
  readonly keys: KeyRing;
  readonly environment: string;
  readonly now: () => Date;
}): RegistryOpener {
  /** A fingerprint of a text and what it is opened with; null when the browser cannot compute it. */
  function digestOf(code: RegistryReader, text: string): Promise<string | null> {
    return code.digestOf(JSON.stringify([environment, keys.id, text])).catch(() => null);
  }

  return {
    open: async (text, seen) => {
      const [code, trustedKeys] = await Promise.all([reader(), keys.read()]);
      return code.openRegistry(text, { environment, now: now(), trustedKeys, seen });
    },
    describe: async ({ registry }, text, tag) => {
      const code = await reader();
      const digest = await digestOf(code, text);
      return digest === null ? null : { tag, digest, ...code.unchangedSpan(registry, await keys.read(), now()) };
    },
    isInTime: ({ from, until }) => {
      const at = now().getTime();
      return at >= from && at < until;
    },
    reuse: async ({ text, known }) => {
      const code = await reader();
      return known.digest === (await digestOf(code, text)) ? code.readAccepted(text) : null;
    },
  };
}
