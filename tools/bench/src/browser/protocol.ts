/** By which protocol browsers reach all that is compared, programs and store alike. */
export const PROTOCOLS = ['h2', 'http1'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Default protocol: every server of `deploy/` uses it with browsers. */
export const DEPLOYED: Protocol = 'h2';

/** The protocol that an option names. */
export function protocolNamed(wanted: string): Protocol {
  const known = PROTOCOLS.find((each) => each === wanted);
  if (!known) throw new Error(`--protocol knows ${PROTOCOLS.join(' and ')}, not "${wanted}".`);
  return known;
}

/** In the words of the reports. */
export const PROTOCOL_TITLES: Readonly<Record<Protocol, string>> = { h2: 'HTTP/2', http1: 'HTTP/1.1' };

/** As browsers name what an answer came by. */
const SEEN: Readonly<Record<Protocol, string>> = { h2: 'h2', http1: 'http/1.1' };

/**
 * What a browser is started with. It trusts the one certificate by its key: a browser that ignores what is wrong with
 * certificates keeps no answers and registers no worker. The servers offer both protocols, and the browser decides.
 */
export function protocolFlags(protocol: Protocol, keyHash: string): string[] {
  return [`--ignore-certificate-errors-spki-list=${keyHash}`, ...(protocol === 'http1' ? ['--disable-http2'] : [])];
}

/** What is known of a request's way. */
interface Travelled {
  readonly url: string;
  /** As the browser names it; empty while there is no answer. */
  readonly protocol: string;
  readonly fromCache: boolean;
  readonly byWorker: boolean;
}

/** Fails when an answer came over the network by another protocol than the wanted one. */
export function insistOnProtocol(requests: readonly Travelled[], wanted: Protocol): void {
  const others = requests.filter(
    ({ protocol, fromCache, byWorker }) => !fromCache && !byWorker && protocol !== '' && protocol !== SEEN[wanted],
  );
  if (others.length === 0) return;
  const seen = others.map(({ url, protocol }) => `${url} (${protocol})`).join(', ');
  throw new Error(`Not by ${PROTOCOL_TITLES[wanted]}: ${seen}`);
}
