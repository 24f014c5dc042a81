import { createServer, type AddressInfo } from 'node:net';
import { PortsTaken, requireFreePorts } from './port-check';

/** A port of this machine that something listens on while `use` runs. */
async function withTakenPort(work: (port: number) => Promise<void>) {
  const server = createServer();
  const address = await new Promise<AddressInfo | string | null>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(server.address())),
  );
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.');
  await work(address.port);
  await new Promise((resolve) => server.close(resolve));
}

describe('requireFreePorts', () => {
  it('names the port in use and the variable that changes it', async () => {
    await withTakenPort(async (port) => {
      const check = requireFreePorts({ portal: port, store: 1, api: 2, mail: 3, checkout: 4 });
      await expect(check).rejects.toThrow(PortsTaken);
      await expect(check).rejects.toThrow(`${port} (NEMUS_PORTAL_PORT)`);
    });
  });
});
