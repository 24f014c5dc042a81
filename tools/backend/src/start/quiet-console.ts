import { currentContext } from '../server/api/request-context';

/** supabase-js prints a notice on Node 20 when it is loaded, which is before anybody could ask it not to. */
const isNotice = (part: unknown) => String(part).includes('future versions of @supabase/supabase-js');

let users = 0;
let restore: (() => void) | null = null;

/**
 * lite writes every refused statement to the console with its stack, also the ones that a portal expects (a wrong
 * price, an empty balance). While somebody holds this, what lite prints inside a request is dropped: the answer says
 * it all, and what the backend itself cannot explain it logs on its own. Everything else prints as before.
 *
 * @returns gives the console back.
 */
export function quietConsole(): () => void {
  users += 1;
  if (!restore) {
    const { error, warn } = console;
    console.error = (...parts: unknown[]) => {
      if (!currentContext()) error(...parts);
    };
    console.warn = (...parts: unknown[]) => {
      if (!currentContext() && !isNotice(parts[0])) warn(...parts);
    };
    restore = () => Object.assign(console, { error, warn });
  }
  let released = false;
  return () => {
    if (released) return;
    released = true;
    users -= 1;
    if (users > 0) return;
    restore?.();
    restore = null;
  };
}
