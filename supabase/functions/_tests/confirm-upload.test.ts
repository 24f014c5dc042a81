/** The rules for a course's file, and the complete removal of a refused one. */
import confirmUpload from '../confirm-upload/index.ts';
import { CALLER_ID, interceptRequests, json, SETTINGS, setEnvironment, signedIn } from './requests.ts';

const MEDIA = '00000000-0000-4000-8000-0000000000bb';
const PATH = `kurs/${MEDIA}.png`;

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [...part])));

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const filler = 'x'.repeat(10_000);
const FILES = {
  'image/png': bytes(PNG_HEAD, 'IHDR', filler, PNG_END),
  'image/jpeg': bytes([0xff, 0xd8, 0xff, 0xe0], filler, [0xff, 0xd9]),
  'image/webp': bytes('RIFF', [0x14, 0x27, 0, 0], 'WEBP', filler, filler),
  'video/mp4': bytes([0, 0, 0, 0x20], 'ftypisom', filler),
  'video/webm': bytes([0x1a, 0x45, 0xdf, 0xa3], 'B', [0x82, 0x84], 'webm', filler),
  'application/pdf': bytes('%PDF-1.7', filler, '%%EOF\n'),
  'text/vtt': bytes([0xef, 0xbb, 0xbf], 'WEBVTT\n\n00:00.000 --> 00:01.000\nGuten Tag\n'),
} as const;

let network: ReturnType<typeof interceptRequests> | undefined;
afterEach(() => network?.restore());

/** Storage and database around one upload. */
function serve(
  stored: Uint8Array | null,
  announced: { type: string; size?: number; confirmed?: boolean },
  abandoned: readonly string[] = [],
  bucket = 'learning',
) {
  setEnvironment(SETTINGS);
  const answers: Record<string, () => Response> = {
    '/auth/v1/user': () => json({ id: CALLER_ID }),
    '/rest/v1/rpc/nemus_upload_to_check': () =>
      json({
        bucket,
        path: PATH,
        content_type: announced.type,
        size_bytes: announced.size ?? stored?.length ?? 1,
        is_confirmed: announced.confirmed ?? false,
      }),
    '/rest/v1/rpc/nemus_abandoned_uploads': () => json(abandoned.map((path) => ({ bucket: 'learning', path }))),
    '/rest/v1/rpc/nemus_drop_uploads': () => json(null),
    '/rest/v1/rpc/nemus_confirm_upload': () => json(null),
    '/storage/v1/object/move': () => json({ message: 'Successfully moved' }),
    [`/storage/v1/object/${bucket}/${PATH}`]: () =>
      stored ? new Response(new Uint8Array(stored)) : json({ error: 'not_found' }, 400),
    [`/storage/v1/object/${bucket}`]: () => json([]),
  };
  network = interceptRequests(({ url }) => answers[url.pathname]?.());
}

const send = async (body: object = { mediaId: MEDIA }) => {
  const answer = await confirmUpload.fetch(signedIn('confirm-upload', body));
  return { status: answer.status, body: await answer.json() };
};
const refused = (code: string) => ({ status: 422, body: { error: expect.objectContaining({ code }) } });
/** The changes: calls of the database and removed files. */
const changes = () =>
  network?.asked
    .filter(({ method, url }) => method === 'DELETE' || /nemus_(drop|confirm)/.test(url.pathname))
    .map(({ url, body }) => [url.pathname.split('/').at(-1), body]);
const REMOVED = [
  ['learning', { prefixes: [PATH] }],
  ['nemus_drop_uploads', { p_paths: [PATH] }],
];

it.each(Object.entries(FILES))('takes %s', async (type, file) => {
  serve(file, { type });
  expect(await send()).toEqual({ status: 200, body: { confirmed: true } });
  const p_sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(changes()).toEqual([['nemus_confirm_upload', { p_media: MEDIA, p_sha256 }]]);
});

it('takes a certificate out of reach of its uploader before it reads it, and removes both places', async () => {
  serve(FILES['application/pdf'], { type: 'application/pdf' }, [], 'logbook');
  expect(await send()).toEqual({ status: 200, body: { confirmed: true } });
  serve(FILES['image/png'], { type: 'application/pdf' }, [], 'logbook');
  expect(await send()).toEqual(refused('upload_other_kind'));
  expect(changes()).toEqual([['logbook', { prefixes: [PATH, `incoming/${PATH}`] }], REMOVED[1]]);
  const places = network?.asked.filter(({ url }) => url.pathname.startsWith('/storage/'));
  expect(places?.map(({ method, url }) => `${method} ${url.pathname.split('/').at(-1)}`)).toEqual([
    'POST move',
    `GET ${PATH.split('/').at(-1)}`,
    'DELETE logbook',
  ]);
  expect(places?.[0]?.body).toMatchObject({ sourceKey: `incoming/${PATH}`, destinationKey: PATH });
});

it.each([
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', bytes('<!doctype html><script>alert(1)</script>')],
  ['a page behind the mark of a picture', bytes([0x89, 0x50, 0x4e, 0x47], '<html>')],
  ['another picture', FILES['image/jpeg']],
  ['a program', bytes('MZ', filler)],
])('refuses %s that says it is a PNG, and keeps nothing of it', async (_what, file) => {
  serve(file, { type: 'image/png' });
  expect(await send()).toEqual(refused('upload_other_kind'));
  expect(changes()).toEqual(REMOVED);
});

it.each(Object.entries(FILES))('refuses half of %s, and keeps nothing of it', async (type, file) => {
  serve(file.subarray(0, file.length / 2), { type, size: file.length });
  expect(await send()).toEqual(refused('upload_cut_off'));
  expect(changes()).toEqual(REMOVED);
});

it.each(['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const)(
  'refuses half of %s that was announced as long as it is',
  async (type) => {
    const half = FILES[type].subarray(0, FILES[type].length / 2);
    serve(half, { type });
    expect(await send()).toEqual(refused('upload_cut_off'));
  },
);

/** A picture in a segment, as cameras store a preview; then the picture itself. */
const PREVIEW = [0xff, 0xd8, 0xff, 0xda, 0, 4, 1, 2, 3, 0xff, 0xd9];
const SEGMENT = [0xff, 0xe1, 0, PREVIEW.length + 2, ...PREVIEW];
const SCAN = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0];
const DATA = `${filler}\u00ff\u0000${filler}\u00ff\u00d3${filler}`;
const JPEG = bytes([0xff, 0xd8], SEGMENT, SCAN, DATA, [0xff, 0xd9]);
const { 'image/png': PNG, 'application/pdf': PDF, 'image/webp': WEBP } = FILES;

it.each([
  ['a JPEG with a preview', 'image/jpeg', JPEG],
  [
    'a progressive JPEG',
    'image/jpeg',
    bytes([0xff, 0xd8], SCAN, filler, [0xff, 0xc4, 0, 4, 0, 0], SCAN, filler, [0xff, 0xd9]),
  ],
  ['a motion photo', 'image/jpeg', bytes([...JPEG], [0, 0, 0, 0x20], 'ftypmp42', filler)],
  ['a JPEG with a second picture (MPF)', 'image/jpeg', bytes([...JPEG], [...JPEG])],
  ['a JPEG with zeros behind it', 'image/jpeg', bytes([...JPEG], '\0'.repeat(9_000))],
  ['a PNG with a trailing byte', 'image/png', bytes([...PNG], '\n')],
  ['a PNG with a text behind it', 'image/png', bytes([...PNG], filler)],
  ['a PDF with data behind its end', 'application/pdf', bytes([...PDF], filler)],
  ['a PDF with a page of a gateway behind it', 'application/pdf', bytes([...PDF], '<html>')],
  [
    'a PDF for fast viewing',
    'application/pdf',
    bytes('%PDF-1.7\n1 0 obj<</Linearized 1/L 10050>>\n%%EOF\n', filler, '%%EOF\n'),
  ],
  [
    'a PDF that was changed and saved again',
    'application/pdf',
    bytes([...PDF], '5 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n'),
  ],
  ['a PDF behind a mark', 'application/pdf', bytes([0xef, 0xbb, 0xbf], [...PDF])],
  ['a PDF behind an empty line', 'application/pdf', bytes('\r\n', [...PDF])],
  ['a PDF with a signature behind it', 'application/pdf', bytes([...PDF], '\0'.repeat(3_000))],
  ['a PNG with a whole JPEG behind it', 'image/png', bytes([...PNG], [...JPEG])],
  [
    'a JPEG with filled markers',
    'image/jpeg',
    bytes([0xff, 0xd8], [0xff, 0xff, 0xff], SEGMENT, SCAN, DATA, [0xff, 0xff, 0xd9]),
  ],
  ['a WebP with data behind it', 'image/webp', bytes([...WEBP], filler)],
])('takes %s', async (_what, type, file) => {
  serve(file, { type });
  expect(await send()).toEqual({ status: 200, body: { confirmed: true } });
});

it.each([
  ['a JPEG behind its preview', 'image/jpeg', JPEG.subarray(0, 60)],
  ['a JPEG in its preview', 'image/jpeg', JPEG.subarray(0, 12)],
  ['a JPEG without its last byte', 'image/jpeg', JPEG.subarray(0, -1)],
  ['a PNG without its last byte', 'image/png', PNG.subarray(0, -1)],
  [
    'a PDF for fast viewing, whose first page has an end',
    'application/pdf',
    bytes('%PDF-1.7\n1 0 obj<</Linearized 1/L 90000>>\n%%EOF\n', filler),
  ],
  ['an empty file', 'image/png', bytes(PNG_HEAD, 'IHDR')],
])('calls %s cut off', async (_what, type, file) => {
  serve(file, { type });
  expect(await send()).toEqual(refused('upload_cut_off'));
});

it.each(['heic', 'heix', 'mif1'])('names the format of a picture from a phone: %s', async (brand) => {
  serve(bytes([0, 0, 0, 0x18], `ftyp${brand}`, filler), { type: 'image/jpeg' });
  expect(await send()).toEqual(refused('upload_heic'));
});

it('refuses more than was announced', async () => {
  serve(FILES['video/mp4'], { type: 'video/mp4', size: 100 });
  expect(await send()).toEqual(refused('upload_cut_off'));
  expect(changes()).toEqual(REMOVED);
});

it('refuses what never arrived', async () => {
  serve(null, { type: 'image/png' });
  expect(await send()).toEqual(refused('upload_cut_off'));
  expect(changes()).toEqual(REMOVED);
});

it('takes away what its author gave up, and nothing that was confirmed', async () => {
  serve(FILES['image/png'], { type: 'image/png' });
  expect(await send({ mediaId: MEDIA, discard: true })).toMatchObject({ body: { confirmed: false } });
  expect(changes()).toEqual(REMOVED);
  network?.restore();
  serve(FILES['image/png'], { type: 'image/png', confirmed: true });
  expect(await send({ mediaId: MEDIA, discard: true })).toMatchObject({ body: { confirmed: true } });
  expect(changes()).toEqual([]);
});

it('clears what others abandoned', async () => {
  serve(FILES['image/png'], { type: 'image/png' }, ['alt/1.png', 'alt/2.mp4']);
  expect((await send()).status).toBe(200);
  expect(changes()?.slice(0, 2)).toEqual([
    ['learning', { prefixes: ['alt/1.png', 'alt/2.mp4'] }],
    ['nemus_drop_uploads', { p_paths: ['alt/1.png', 'alt/2.mp4'] }],
  ]);
});
