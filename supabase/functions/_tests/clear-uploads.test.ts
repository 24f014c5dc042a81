/** Unfinished uploads: a job calls the function, any caller may, and the database alone selects them. */
import clearUploads from '../clear-uploads/index.ts';
import { interceptRequests, json, SETTINGS, setEnvironment } from './requests.ts';

let network: ReturnType<typeof interceptRequests> | undefined;
afterEach(() => network?.restore());

/** Storage and database with these files left behind. */
function serve(abandoned: readonly string[], removed: () => Response = () => json([])) {
  setEnvironment(SETTINGS);
  const answers: Record<string, () => Response> = {
    '/rest/v1/rpc/nemus_abandoned_uploads': () => json(abandoned),
    '/rest/v1/rpc/nemus_drop_uploads': () => json(null),
    '/storage/v1/object/learning': removed,
  };
  network = interceptRequests(({ url }) => answers[url.pathname]?.());
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
  serve(['alt/1.png', 'alt/2.mp4']);
  expect(await ask()).toEqual({ status: 200, body: { removed: 2 } });
  expect(changes()).toEqual([
    ['learning', { prefixes: ['alt/1.png', 'alt/2.mp4'] }],
    ['nemus_drop_uploads', { p_paths: ['alt/1.png', 'alt/2.mp4'] }],
  ]);
});

it('touches nothing without any', async () => {
  serve([]);
  expect(await ask()).toEqual({ status: 200, body: { removed: 0 } });
  expect(changes()).toEqual([]);
});

it('takes no names from the caller', async () => {
  serve(['alt/1.png']);
  expect(await ask({ paths: ['kurs/wertvoll.mp4'] })).toMatchObject({ status: 400 });
  expect(changes()).toEqual([]);
});

it('forgets none that Storage still has', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  serve(['alt/1.png'], () => json({ message: 'no' }, 500));
  expect(await ask()).toMatchObject({ status: 500 });
  expect(changes()).toEqual([['learning', { prefixes: ['alt/1.png'] }]]);
  log.mockRestore();
});
