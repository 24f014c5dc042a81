/** A value that could escape its place in a server's configuration. */
export class UnsafeValue extends Error {
  override readonly name = 'UnsafeValue';
}

/**
 * A text in double quotes, as nginx reads it. Refuses characters that are special to it, such as a variable (`$`), a
 * brace or a line break. An address has such characters percent-encoded.
 */
export function quoted(value: string): string {
  if (!/^[\x20-\x7e]*$/.test(value) || /[$\\{}`]/.test(value)) {
    throw new UnsafeValue(`${JSON.stringify(value)} cannot be part of a server's configuration.`);
  }
  return `"${value.replaceAll('"', String.raw`\"`)}"`;
}

/** Path of a folder or file on the server: absolute, and without special characters. */
export function serverPath(path: string): string {
  if (!/^\/[\w./@+-]*$/.test(path) || path.split('/').includes('..')) {
    throw new UnsafeValue(`${JSON.stringify(path)} is no absolute path of letters, digits and ._@+- alone.`);
  }
  return path;
}
