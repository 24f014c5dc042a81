import type { BrowserContext } from '@playwright/test';

/**
 * Flags for a browser that opens pages which may mean harm: names lead nowhere but to these hosts.
 *
 * @param hosts Names or addresses, without a port.
 */
export function restrictedNetworkFlags(hosts: readonly string[]): string[] {
  return [`--host-resolver-rules=${['MAP * ~NOTFOUND', ...hosts.map((host) => `EXCLUDE ${host}`)].join(', ')}`];
}

/**
 * Lets pages of a context reach these origins alone: also by opening an address, which no policy of a page forbids.
 * What a policy and this cannot see (peer connections) is taken away before any script runs. Together with a policy in
 * the page's headers, which sockets obey.
 */
export async function restrictNetwork(context: BrowserContext, reachable: readonly string[]): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name);
  });
  await context.route(
    ({ protocol, origin }) => /^https?:$/.test(protocol) && !reachable.includes(origin),
    (route) => route.abort('blockedbyclient'),
  );
}
