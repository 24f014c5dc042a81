import { ServedReleases } from './served-releases';

/** Releases whose packing ends when the test says so. */
function servedReleases() {
  const begun: string[] = [];
  const endings: ((error?: Error) => void)[] = [];
  const releases = new ServedReleases((built) => {
    begun.push(built);
    return new Promise((resolve, reject) => {
      endings.push((error) => (error ? reject(error) : resolve()));
    });
  });
  return { releases, begun, endings };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a build is released when building has rested, however often it was built until then', async () => {
  const { releases, begun } = servedReleases();
  releases.add('trainee');
  await jest.advanceTimersByTimeAsync(1_000);
  releases.add('trainee');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual([]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual(['trainee']);
});

test('who asks for the registry does not wait for the rest, but for the release', async () => {
  const { releases, begun, endings } = servedReleases();
  releases.add('trainee');
  let isSettled = false;
  const asked = releases.settled().then(() => {
    isSettled = true;
  });
  await jest.advanceTimersByTimeAsync(0);
  expect([begun, isSettled]).toEqual([['trainee'], false]);
  endings[0]?.();
  await asked;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(begun).toHaveLength(1);
});

test('a release that fails is told, unless the folder was built again meanwhile', async () => {
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { releases, endings } = servedReleases();
  releases.add('trainee');
  const first = releases.settled();
  await jest.advanceTimersByTimeAsync(0);
  releases.add('trainee');
  endings[0]?.(new Error('half of a build'));
  await first;
  expect(said).not.toHaveBeenCalled();

  const second = releases.settled();
  await jest.advanceTimersByTimeAsync(0);
  endings[1]?.(new Error('collides'));
  await second;
  expect(said).toHaveBeenCalledWith(expect.stringContaining('trainee: collides'));
  said.mockRestore();
});
