/** How many places of a stack a report has, innermost first. */
const PLACES = 5;
/** File, line and column of our scripts: the same for every user. */
const OURS = /\/(?:releases|assets)\/(?:[^?#]*\/)?([\w.-]{1,60}\.js(?::\d+){0,2})$/;

/** Where an error was thrown, not what it says: its type, and its places in our scripts. */
export function traceOf(error: unknown): Record<string, string> {
  const stack = placesIn(addressesIn(stackOf(error)))
    .slice(0, PLACES)
    .join(' ');
  return { ...typeOf(error), ...(stack === '' ? {} : { stack }) };
}

/** The stack of an error without its message, which may contain an address of a person's record. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return (error.stack ?? '').replace(error.message, '');
}

/** The type of an error, if it is one of a language or library. */
export function typeOf(error: unknown): Record<string, string> {
  return error instanceof Error && /^[A-Z][A-Za-z]{0,39}$/.test(error.name) ? { type: error.name } : {};
}

/** The first place in our scripts. */
export function placeIn(addresses: readonly string[]): Record<string, string> {
  const [place] = placesIn(addresses);
  return place === undefined ? {} : { place };
}

/** Script addresses in a stack trace, innermost first. */
export function addressesIn(stack: string): string[] {
  return stack.match(/https?:\/\/[^\s()]+/g) ?? [];
}

function placesIn(addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => OURS.exec(address.replace(/\?[^:]*/, ''))?.[1] ?? []);
}
