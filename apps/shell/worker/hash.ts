const HASH = /^(sha256|sha384|sha512)-[A-Za-z0-9+/]+={0,2}$/;
const ALGORITHMS: Readonly<Record<string, string>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** Whether a text is a single Subresource Integrity hash without options: the only supported form. */
export function isHash(integrity: string): boolean {
  return HASH.test(integrity);
}

/** Whether a response's bytes have a hash. Reads a clone, so the response can still be returned. */
export async function hasHash(answer: Response, integrity: string): Promise<boolean> {
  const algorithm = ALGORITHMS[HASH.exec(integrity)?.[1] ?? ''];
  if (algorithm === undefined) return false;
  const digest = await crypto.subtle.digest(algorithm, await answer.clone().arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest))) === integrity.slice(integrity.indexOf('-') + 1);
}
