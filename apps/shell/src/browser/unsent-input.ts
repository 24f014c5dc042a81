/**
 * Keys of what areas keep on this device until the server has it. Convention:
 * `nemus.<area>.….<account>.<name>`. A key that ends with the account is a remembered fact and no input.
 */
export function unsentOf(userId: string): readonly string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith('nemus.') && key.includes(`.${userId}.`));
  } catch {
    // Blocked storage contains nothing.
    return [];
  }
}

/** Removes an account's unsent input from this device, so that it cannot be read after the sign-out. */
export function removeUnsent(userId: string): void {
  for (const key of unsentOf(userId)) window.localStorage.removeItem(key);
}
