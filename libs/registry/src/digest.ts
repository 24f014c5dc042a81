/** Bytes as standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary);
}

/** Reverse of {@link toBase64}. Throws when the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}

/** The bytes as WebCrypto takes them; text is UTF-8. */
export function bytesOf(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

/** SHA-384 of a document or file as a Subresource Integrity value (`sha384-…`, 71 characters). */
export async function digestOf(content: string | Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-384', bytesOf(content));
  return `sha384-${toBase64(new Uint8Array(hash))}`;
}
