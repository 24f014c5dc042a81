import { useEffect, useRef, useState } from 'react';

/** How long typing must rest before the value is committed, in ms. */
const COMMIT_DELAY = 300;

/**
 * A value that is typed here and committed when typing rests, such as a search that lives in the address. A change
 * from outside (the back button) wins.
 * @param commit must keep its identity between renders
 */
export function useTypedValue(committed: string, commit: (typed: string) => void) {
  const [typed, setTyped] = useState(committed);
  const known = useRef(committed);
  useEffect(() => {
    if (committed === known.current) return;
    known.current = committed;
    setTyped(committed);
  }, [committed]);
  useEffect(() => {
    if (typed === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = typed;
      commit(typed);
    }, COMMIT_DELAY);
    return () => clearTimeout(timer);
  }, [typed, commit]);
  return [typed, setTyped] as const;
}
