/** Number of a preview, which no package has; the build id begins with its end, in seconds since 1970. */
const PREVIEW = /^0\.0\.0-(\d{10})[0-9a-f]{6}$/;

/** Version of a preview that ends at a time. @param random 6 hexadecimal digits. */
export function previewVersion(end: Date, random: string): string {
  return `0.0.0-${Math.floor(end.getTime() / 1000)}${random}`;
}

/** When a preview ends; null for the version of a release. */
export function previewEnd(version: string): Date | null {
  const seconds = PREVIEW.exec(version)?.[1];
  return seconds === undefined ? null : new Date(Number(seconds) * 1000);
}
