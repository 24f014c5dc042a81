import { useEffect, useState } from 'react';
import { whenIdle } from '@nemus/start/idle';

/**
 * When a part follows at the latest in a page that is never idle, and the delay in browsers without idle callbacks.
 * Milliseconds.
 */
const LIMITS = { atMostMs: 1_000, otherwiseMs: 150 } as const;

/** Turns true when the browser is idle: for parts that may follow after the text of a page. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), LIMITS), []);
  return idle;
}
