import type { BrowserContext } from '@playwright/test';

/**
 * Flags for a browser that opens untrusted pages: only these hosts resolve.
 *
 * @param hosts Names or addresses, without a port.
 */
export function restrictedNetworkFlags(hosts: readonly string[]): string[] {
  return [`--host-resolver-rules=${['MAP * ~NOTFOUND', ...hosts.map((host) => `EXCLUDE ${host}`)].join(', ')}`];
}

/**
 * Restricts the pages of a context to these origins, navigations included, which no policy of a page restricts. Peer
 * connections, which neither can see, are removed before any script runs. Needs a policy in the page's headers in
 * addition, for sockets.
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
