import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { stopAfterPages } from '../support/servers';
import { expect, test as base } from '../support/test';

interface SlowServer {
  readonly origin: string;
  /** Settles when the image was requested; it never arrives. */
  readonly asked: Promise<unknown>;
}

/** A server as fixtures have it: it gives a page, and lets its picture wait. */
const test = base.extend<{ server: SlowServer }>({
  server: async ({ context }, use) => {
    const server = createServer((request, response) => {
      if (request.url === '/') response.end('<!doctype html><title>Seite</title><link rel="icon" href="data:,">');
      else server.emit('picture');
    });
    const asked = once(server, 'picture');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    await use({ origin: `http://localhost:${port}`, asked });
    let open = -1;
    await stopAfterPages(context, async () => {
      open =
        context
          .browser()
          ?.contexts()
          .flatMap((each) => each.pages()).length ?? -1;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    });
    // Console messages may arrive late; that no server is left to cause them is checked at once.
    expect(open).toBe(0);
  },
});

test('a request that is under way when its server stops is no finding about the page', async ({
  page,
  browser,
  server,
}) => {
  const other = await browser.newPage();
  await other.goto(server.origin);
  await page.goto(server.origin);
  await page.evaluate(() => document.body.append(Object.assign(new Image(), { src: '/picture.png' })));
  await server.asked;
});
