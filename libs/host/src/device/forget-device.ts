/** Database of what the last account has read; see `device-copy.ts`. */
export const DEVICE_DATABASE = 'nemus-device';

/** Deletes what is stored on this device, in whatever tab it was read. Writes that have begun are deleted as well. */
export function forgetDevice(): void {
  try {
    window.indexedDB.deleteDatabase(DEVICE_DATABASE);
  } catch {
    // Blocked storage contains nothing.
  }
}
