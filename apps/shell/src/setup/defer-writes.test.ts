import { deferWrites } from './defer-writes';

/** A page with a hovered area; what is sent, by method. */
function pointed() {
  const sent: string[] = [];
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const send = deferWrites((input, init) => {
    sent.push(init?.method ?? (input instanceof Request ? input.method : 'GET'));
    return Promise.resolve(new Response('[]'));
  }, opened);
  return { send, sent, open };
}

const ADDRESS = 'http://backend.test/rest/v1/rpc/nemus_first_visit';

it('sends reads at once, and writes when the area is opened', async () => {
  const { send, sent, open } = pointed();
  const held = [
    send(ADDRESS, { method: 'POST' }),
    send(new Request(ADDRESS, { method: 'DELETE' })),
    send(ADDRESS, { method: 'post' }),
  ];
  await send(ADDRESS);
  await send(ADDRESS, { method: 'HEAD' });
  expect(sent).toEqual(['GET', 'HEAD']);
  open();
  await Promise.all(held);
  expect(sent).toEqual(['GET', 'HEAD', 'POST', 'DELETE', 'post']);
});
