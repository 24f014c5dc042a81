import type { UseQueryResult } from '@tanstack/react-query';
import { withPatience } from '@nemus/contract';

/** A click waits for a read that may spare it a refusal; longer, and the server may as well refuse. Milliseconds. */
const CLICK_MS = 2_000;

/**
 * A read's answer for a click: requested now if needed, or awaited. Undefined on failure or timeout: then the server
 * decides.
 */
export async function answerOf<T>({ data, refetch }: Pick<UseQueryResult<T>, 'data' | 'refetch'>) {
  if (data !== undefined) return data;
  let answer: T | undefined;
  const asked = refetch().then((result) => {
    answer = result.data;
  });
  await withPatience(asked, CLICK_MS);
  return answer;
}
