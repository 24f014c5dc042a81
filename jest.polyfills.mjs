// What every browser has and jsdom leaves out. Plain Node has all of it already.
import { webcrypto } from 'node:crypto';
import { TextDecoder, TextEncoder } from 'node:util';

for (const [name, value] of Object.entries({ TextEncoder, TextDecoder })) {
  globalThis[name] ??= value;
}
if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
