import { useEffect, useState } from 'react';
import { whenIdle } from '@nemus/start/idle';

/** By when a part follows also on a page that never rests, and how long a browser waits that cannot tell. Milliseconds. */
const LIMITS = { atMostMs: 1_000, otherwiseMs: 150 } as const;

/** Turns true when the browser has nothing better to do: for parts that may follow after the text of a page. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), LIMITS), []);
  return idle;
}
