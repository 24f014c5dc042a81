import { useEffect, useRef, useState } from 'react';

/** Debounce before the value is committed, in ms. */
const COMMIT_DELAY = 300;

/**
 * An input value that is committed with a debounce, such as a search in the address. A change from outside (the back
 * button) wins.
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
