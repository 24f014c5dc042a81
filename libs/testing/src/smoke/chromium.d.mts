/** Path of a Chromium without a screen of its own, or null. */
export function findHeadlessShell(): string | null;
/** Path of a whole Chromium, as people have it, or null: for measurements. */
export function findChromium(): string | null;
/** Path of the Chromium that tests run in, or null. */
export function findTestChromium(): string | null;
/** Flags under which Chromium runs headless as root and in closed networks. */
export const CHROMIUM_FLAGS: string[];

/** What tests add to them, beside whatever measures times. */
export const TEST_FLAGS: string[];
