/** Account of the seed that runs the local portal's releases. */
const DEMO_OPERATOR = 'd0000000-0000-4000-8000-000000000003';

/**
 * Makes the demo account an operator, on this machine alone: a hosted project that was filled with the seed must not
 * have an operator with a public password. Nothing happens when the account does not exist.
 *
 * @param options `api`: address of the backend, `key`: its secret key.
 */
export async function makeDemoOperator({ api, key }: { api: string; key: string }): Promise<void> {
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${api}/rest/v1/nemus_release_operators`, {
    method: 'POST',
    headers: { ...headers, Prefer: 'resolution=ignore-duplicates' },
    body: JSON.stringify({ user_id: DEMO_OPERATOR }),
  });
  const isWithoutAccount = answer.status === 409;
  if (!answer.ok && !isWithoutAccount) {
    throw new Error(`The demo operator could not be set: ${answer.status} ${await answer.text()}`);
  }
}
