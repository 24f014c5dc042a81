import { createHash } from 'node:crypto';
import { createDataClient } from '../client';
import { fetchCertificateFile } from './fetchLogbookCertificates';

const CONTENT = '%PDF-1.7 …';
const FILE = {
  path: 'konto/datei.pdf',
  file_name: 'zertifikat.pdf',
  content_type: 'application/pdf',
  size_bytes: 12,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
};
/** A client whose Storage has this content; records what it was asked for. */
function storage(answer: () => Response) {
  const asked: { readonly path: string; readonly method: string; readonly cache: string | undefined }[] = [];
  const client = createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      asked.push({ path: pathname, method: init?.method ?? 'GET', cache: init?.cache });
      return Promise.resolve(answer());
    },
  });
  return { client, asked };
}

it('reads the file with the session, past the cache, and makes no address of it', async () => {
  const { client, asked } = storage(() => new Response(CONTENT));
  expect(Buffer.from(await fetchCertificateFile(client, FILE)).toString()).toBe(CONTENT);
  expect(asked).toEqual([{ path: '/storage/v1/object/logbook/konto/datei.pdf', method: 'GET', cache: 'no-store' }]);
});

it('takes no other file than the one that was checked', async () => {
  const { client } = storage(() => new Response('%PDF-1.7 another'));
  await expect(fetchCertificateFile(client, FILE)).rejects.toMatchObject({ code: 'certificate_changed' });
});

it('says that it may not be read any more', async () => {
  const { client } = storage(() => new Response(JSON.stringify({ error: 'not_found' }), { status: 400 }));
  await expect(fetchCertificateFile(client, FILE)).rejects.toMatchObject({ code: 'storage' });
});
