import { newClient, demoClient, DEMO, type LocalTarget } from './target';

/** Storage. Needs the secret key for its bucket. */
export function filesContract(target: () => LocalTarget): void {
  const bucket = 'contract';
  const text = 'abcdefghijklmnopqrstuvwxyz';
  const admin = () => newClient({ apiUrl: target().apiUrl, publishableKey: target().secretKey });

  describe('files', () => {
    beforeAll(async () => {
      const { error } = await admin().storage.createBucket(bucket, { public: false, allowedMimeTypes: ['text/plain'] });
      expect(error).toBeNull();
      for (const name of ['film.txt', 'a/one.txt', 'a/b/two.txt']) {
        const upload = await admin().storage.from(bucket).upload(name, text, { contentType: 'text/plain' });
        expect(upload.error).toBeNull();
      }
    });

    test('a list shows one level, folders included', async () => {
      const names = async (folder: string) =>
        (await admin().storage.from(bucket).list(folder)).data?.map((entry) => entry.name).toSorted();
      expect(await names('')).toEqual(['a', 'film.txt']);
      expect(await names('a')).toEqual(['b', 'one.txt']);
    });

    test('a signed address works without a key, in parts, and under another name', async () => {
      const { data } = await admin().storage.from(bucket).createSignedUrl('film.txt', 60);
      const address = data?.signedUrl ?? '';
      expect(await (await fetch(address)).text()).toBe(text);

      const part = await fetch(address, { headers: { range: 'bytes=3-5' } });
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/26', 'def']);
      const rest = await fetch(address, { headers: { range: 'bytes=24-' } });
      expect([rest.status, await rest.text()]).toEqual([206, 'yz']);
      const beyond = await fetch(address, { headers: { range: 'bytes=26-' } });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */26']);

      const named = await fetch(`${address}&download=Größe.txt`);
      expect(named.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt");
      expect((await fetch(address.replace(/token=.{4}/, 'token=xxxx'))).ok).toBe(false);
    });

    test('several signed addresses at once', async () => {
      const { data } = await admin().storage.from(bucket).createSignedUrls(['film.txt', 'nothing.txt'], 60);
      expect(data?.map((entry) => entry.signedUrl !== null)).toEqual([true, false]);
    });

    test('an account without a policy may neither write nor read, and its next request is answered', async () => {
      const { client } = await demoClient(target(), DEMO.piw);
      const large = new Blob([new Uint8Array(3_000_000)], { type: 'text/plain' });
      const denied = await client.storage.from(bucket).upload('mine.txt', large);
      expect(denied.error?.message).toContain('row-level security');
      expect((await client.from('nemus_profiles').select('user_id')).error).toBeNull();
      expect((await client.storage.from(bucket).download('film.txt')).data).toBeNull();
      await client.auth.signOut({ scope: 'local' });
    });

    test('a type that the bucket does not take is refused', async () => {
      const { error } = await admin().storage.from(bucket).upload('picture.png', 'x', { contentType: 'image/png' });
      expect(error?.message).toContain('image/png');
    });

    test('a name cannot leave its folder', async () => {
      const { error } = await admin().storage.from(bucket).upload('../../../env', 'x', { contentType: 'text/plain' });
      expect(error).not.toBeNull();
      const { secretKey, apiUrl } = target();
      const answer = await fetch(`${apiUrl}/storage/v1/object/${bucket}/..%2F..%2F..%2Fenv`, {
        headers: { apikey: secretKey },
      });
      expect(answer.ok).toBe(false);
    });

    test('a file that a browser sends, and one that replaces it', async () => {
      const file = new Blob(['from a browser'], { type: 'text/plain' });
      const files = admin().storage.from(bucket);
      expect((await files.upload('browser.txt', file, { cacheControl: '60' })).error).toBeNull();
      expect(await (await files.download('browser.txt')).data?.text()).toBe('from a browser');
      expect((await files.update('browser.txt', new Blob(['again'], { type: 'text/plain' }))).error).toBeNull();
      expect(await (await files.download('browser.txt')).data?.text()).toBe('again');
      const { data } = await files.createSignedUploadUrl('signed.txt');
      expect((await files.uploadToSignedUrl('signed.txt', data?.token ?? '', file)).error).toBeNull();
      expect(await (await files.download('signed.txt')).data?.text()).toBe('from a browser');
    });

    test('what is removed is gone', async () => {
      await admin().storage.from(bucket).remove(['a/one.txt']);
      expect((await admin().storage.from(bucket).download('a/one.txt')).data).toBeNull();
    });
  });
}
