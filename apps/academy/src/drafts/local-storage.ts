import type { z } from 'zod';

/** Reads what was kept on this device under a name; null without anything, or when it is not what it should be. */
export function readLocal<S extends z.ZodType>(name: string, schema: S): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(window.localStorage.getItem(name) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage that is closed, or not ours: then nothing was kept.
    return null;
  }
}

/** Keeps what is typed, so that a closed tab or a failed save loses nothing. @returns whether the browser could. */
export function saveLocal(name: string, value: object): boolean {
  try {
    window.localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Forgets what was kept: it is saved, or nobody wants it. */
export function deleteLocal(name: string): void {
  try {
    window.localStorage.removeItem(name);
  } catch {
    // Nothing could be kept either.
  }
}
