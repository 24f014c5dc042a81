/**
 * Calls `onRefused` when the backend refuses a request because the account is blocked. The caller of the request
 * interprets the code; here only refusals are searched for its name.
 */
export function detectAccountBlock(send: typeof fetch, onRefused: () => void): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (answer.status === 403) {
      const body = await answer
        .clone()
        .text()
        .catch(() => '');
      if (body.includes('"account_blocked"')) onRefused();
    }
    return answer;
  };
}
