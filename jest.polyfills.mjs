// What every browser has and jsdom leaves out. Plain Node has all of it already.
import { webcrypto } from 'node:crypto';
import { TextDecoder, TextEncoder } from 'node:util';
import { deserialize, serialize } from 'node:v8';

for (const [name, value] of Object.entries({ TextEncoder, TextDecoder })) {
  globalThis[name] ??= value;
}
globalThis.structuredClone ??= (value) => deserialize(serialize(value));
if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
// Node 20 has no WebSocket; no client of the backend is made without one, and nothing here is realtime.
globalThis.WebSocket ??= class NoSocket {};
