/** Path of a Chromium executable, or null. */
export function findChromium(): string | null;
/** Flags under which Chromium runs headless as root and in closed networks. */
export const CHROMIUM_FLAGS: string[];
