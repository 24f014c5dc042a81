/** Unfinished uploads: a job calls the function, any caller may, and the database alone selects them. */
import clearUploads from '../clear-uploads/index.ts';
import { interceptRequests, json, SETTINGS, setEnvironment } from './requests.ts';

let network: ReturnType<typeof interceptRequests> | undefined;
afterEach(() => network?.restore());

const learning = (path: string) => ({ bucket: 'learning', path });

/** Storage and database with these leftover files. */
function serve(abandoned: readonly object[], removed: (body: unknown) => Response = () => json([])) {
  setEnvironment(SETTINGS);
  const answers: Record<string, (body: unknown) => Response> = {
    '/rest/v1/rpc/nemus_abandoned_uploads': () => json(abandoned),
    '/rest/v1/rpc/nemus_drop_uploads': () => json(null),
    '/rest/v1/rpc/nemus_note_outcome': () => json(null),
    '/storage/v1/object/learning': removed,
    '/storage/v1/object/logbook': removed,
  };
  network = interceptRequests(({ url, body }) => answers[url.pathname]?.(body));
}
const ask = async (body: object = {}) => {
  const request = new Request('http://functions.test/clear-uploads', { method: 'POST', body: JSON.stringify(body) });
  const answer = await clearUploads.fetch(request);
  return { status: answer.status, body: await answer.json() };
};
const changes = () =>
  network?.asked
    .filter(({ method, url }) => method === 'DELETE' || url.pathname.endsWith('nemus_drop_uploads'))
    .map(({ url, body }) => [url.pathname.split('/').at(-1), body]);

it('takes them out of Storage, then forgets them', async () => {
  serve([learning('alt/1.png'), learning('alt/2.mp4'), { bucket: 'logbook', path: 'konto/3.pdf' }]);
  expect(await ask()).toEqual({ status: 200, body: { removed: 3 } });
  expect(changes()).toEqual([
    ['learning', { prefixes: ['alt/1.png', 'alt/2.mp4'] }],
    ['nemus_drop_uploads', { p_paths: ['alt/1.png', 'alt/2.mp4'] }],
    ['logbook', { prefixes: ['konto/3.pdf', 'incoming/konto/3.pdf'] }],
    ['nemus_drop_uploads', { p_paths: ['konto/3.pdf'] }],
  ]);
});

it('touches nothing without any', async () => {
  serve([]);
  expect(await ask()).toEqual({ status: 200, body: { removed: 0 } });
  expect(changes()).toEqual([]);
});

it('takes no names from the caller', async () => {
  serve([learning('alt/1.png')]);
  expect(await ask({ paths: ['kurs/wertvoll.mp4'] })).toMatchObject({ status: 400 });
  expect(changes()).toEqual([]);
});

it('forgets none that Storage still has, sets it aside, and removes the others', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  serve(['alt/1.png', 'alt/2.png', 'alt/3.png'].map(learning), (body) =>
    JSON.stringify(body).includes('alt/2.png') ? json({ message: 'no' }, 500) : json([]),
  );
  expect(await ask()).toEqual({ status: 200, body: { removed: 2 } });
  expect(changes()?.filter(([name]) => name === 'nemus_drop_uploads')).toEqual([
    ['nemus_drop_uploads', { p_paths: ['alt/1.png'] }],
    ['nemus_drop_uploads', { p_paths: ['alt/3.png'] }],
  ]);
  const outcomes = network?.asked.filter(({ url }) => url.pathname.endsWith('nemus_note_outcome'));
  expect(outcomes?.map(({ body }) => body)).toEqual([
    { p_job: 'clear-uploads', p_item: 'alt/1.png', p_error: null },
    { p_job: 'clear-uploads', p_item: 'alt/2.png', p_error: expect.stringContaining('cannot be removed') },
    { p_job: 'clear-uploads', p_item: 'alt/3.png', p_error: null },
  ]);
  log.mockRestore();
});
