import { currentContext } from '../server/api/request-context';

/** supabase-js prints a notice on Node 20 when it is loaded, which is too early to configure it. */
const isNotice = (part: unknown) => String(part).includes('future versions of @supabase/supabase-js');

let users = 0;
let restore: (() => void) | null = null;

/**
 * lite writes every refused statement to the console with its stack, even those that a portal expects (a wrong price,
 * an empty balance). Until released, lite's output inside a request is dropped: the answer has the error, and the
 * backend itself logs unexplained ones. All other output is printed.
 *
 * @returns releases the console.
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
