import { connect, createServer, type Socket } from 'node:net';

/** A slow line in front of a server. */
export interface Line {
  readonly port: number;
  /** Connections since the last call. */
  takeConnections(): number;
  close(): Promise<void>;
}

/** What a line lets through. */
export interface LineConditions {
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** Bytes a second, of all connections together. */
  readonly down: number;
  readonly up: number;
}

/** As large as a few packets: connections take turns on the line. */
const PIECE = 4_096;

/**
 * Listens in front of a port of this machine and passes bytes on as a slow line would: one bandwidth for all connections,
 * half a round trip each way, and a whole one before a new connection carries anything. TCP's slow start is left out,
 * which favours many connections.
 */
export async function openLine(to: number, conditions: LineConditions): Promise<Line> {
  const [down, up] = [oneWay(conditions.down, conditions), oneWay(conditions.up, conditions)];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    const far = connect(to, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    }
    up(near, far, performance.now() + conditions.roundTrip);
    down(far, near, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    port: address.port,
    takeConnections: () => {
      const taken = connections;
      connections = 0;
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** One direction of the line: what is sent later arrives later, whichever connection it belongs to. */
function oneWay(bytesASecond: number, { roundTrip }: LineConditions) {
  let free = 0;
  return (from: Socket, to: Socket, notBefore: number) => {
    let last = Promise.resolve();
    const arrive = (at: number, act: () => void) => {
      last = last.then(async () => {
        const wait = at - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        if (!to.destroyed) act();
      });
    };
    from.on('data', (bytes: Buffer) => {
      for (let start = 0; start < bytes.length; start += PIECE) {
        const piece = bytes.subarray(start, start + PIECE);
        free = Math.max(free, performance.now(), notBefore) + (piece.length / bytesASecond) * 1_000;
        arrive(free + roundTrip / 2, () => to.write(piece));
      }
    });
    from.once('close', () => arrive(Math.max(free, notBefore) + roundTrip / 2, () => to.end()));
  };
}
