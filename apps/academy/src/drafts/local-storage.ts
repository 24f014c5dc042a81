import type { z } from 'zod';

/** Reads a value from this device's storage; null if missing or invalid. */
export function readLocal<S extends z.ZodType>(name: string, schema: S): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(window.localStorage.getItem(name) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Blocked storage or foreign data: treat as missing.
    return null;
  }
}

/** Stores the input, so that a closed tab or a failed save loses nothing. @returns whether the browser could. */
export function saveLocal(name: string, value: object): boolean {
  try {
    window.localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Deletes a stored value: it was saved or discarded. */
export function deleteLocal(name: string): void {
  try {
    window.localStorage.removeItem(name);
  } catch {
    // Nothing could be stored either.
  }
}
