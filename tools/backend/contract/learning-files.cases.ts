import { DEMO, demoClient, newClient, type LocalTarget } from './target';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** Files of e-learning courses, from the browser's first call to the address that a learner gets. */
export function learningFilesContract(target: () => LocalTarget): void {
  describe('files of e-learning courses', () => {
    async function hireStaff() {
      const staff = await demoClient(target(), DEMO.institution);
      const admin = newClient({ apiUrl: target().apiUrl, publishableKey: target().secretKey });
      const hired = await admin
        .from('nemus_staff')
        .upsert({ user_id: staff.id, role: 'catalogue' }, { ignoreDuplicates: true });
      expect(hired.error).toBeNull();
      const created = await staff.client.rpc('nemus_create_learning_course', { p_title: 'Dateien' });
      expect(created.error).toBeNull();
      const course = created.data;
      const begin = async (bytes: Uint8Array, size = bytes.length) => {
        const { data } = await staff.client.rpc('nemus_begin_upload', {
          p_course: course,
          p_kind: 'picture',
          p_type: 'image/png',
          p_size: size,
          p_file_name: 'bild.png',
        });
        const { data: address, error } = await staff.client.storage.from('learning').createSignedUploadUrl(data.path);
        expect(error).toBeNull();
        const put = (body: Uint8Array, type = 'image/png') =>
          fetch(address?.signedUrl ?? '', {
            method: 'PUT',
            headers: { 'content-type': type, 'x-upsert': 'false' },
            body: new Uint8Array(body),
          });
        return { id: data.id, path: data.path, put };
      };
      const confirm = (mediaId: string) => staff.client.functions.invoke('confirm-upload', { body: { mediaId } });
      const isThere = async (path: string) =>
        (await admin.storage.from('learning').download(path)).data !== null ||
        ((await admin.from('nemus_learning_media').select('id').eq('path', path)).data ?? []).length > 0;
      return { client: staff.client, begin, confirm, isThere };
    }

    test('are sent once, checked, and read by authors alone until a course shows them', async () => {
      const { client, begin, confirm } = await hireStaff();
      const { id, path, put } = await begin(PNG);
      expect((await put(PNG)).status).toBe(200);
      // The address works for hours; the uploaded file stays.
      expect((await put(Buffer.from('<script>alert(1)</script>'))).ok).toBe(false);
      expect((await confirm(id)).data).toEqual({ confirmed: true });
      expect((await put(Buffer.from('<script>alert(1)</script>'))).ok).toBe(false);

      const { data } = await client.storage.from('learning').createSignedUrls([path], 60);
      const answer = await fetch(data?.[0]?.signedUrl ?? '', { headers: { range: 'bytes=0-7' } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'image/png']);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG.subarray(0, 8));

      const stranger = await demoClient(target(), DEMO.piw);
      expect((await stranger.client.storage.from('learning').download(path)).data).toBeNull();
      const signed = await stranger.client.storage.from('learning').createSignedUrls([path], 60);
      expect(signed.data?.[0]?.signedUrl ?? null).toBeNull();
      const upload = await stranger.client.storage.from('learning').createSignedUploadUrl('dateien/x.png');
      expect(upload.error).not.toBeNull();
    });

    test('of another kind than they say, or cut off, leave nothing behind', async () => {
      const { begin, confirm, isThere } = await hireStaff();
      const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
      for (const [body, size, code] of [
        [page, page.length, 'upload_other_kind'],
        [PNG.subarray(0, 40), PNG.length, 'upload_cut_off'],
      ] as const) {
        const { id, path, put } = await begin(body, size);
        expect((await put(body)).status).toBe(200);
        const refused = await confirm(id);
        expect(await refused.error?.context.json()).toMatchObject({ error: { code } });
        expect(await isThere(path)).toBe(false);
      }
    });

    test('of a type that the bucket does not take are refused on their way', async () => {
      const { begin } = await hireStaff();
      const { put } = await begin(PNG);
      expect((await put(PNG, 'text/html')).ok).toBe(false);
      expect((await put(PNG, 'image/svg+xml')).ok).toBe(false);
    });
  });
}
