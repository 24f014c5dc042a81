import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateKeyPair, openSigner } from '@nemus/registry';
import { openFileStore } from '@nemus/release';
import { checkLogbook } from './logbook-check';

/** A database with this answer, and the requests that it got. */
function database(answer: Response) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const check = () =>
    checkLogbook({
      url: 'https://project.example',
      secretKey: 'sb_secret_x',
      ask: (url, init) => {
        asked.push({ url, init });
        return Promise.resolve(answer);
      },
    });
  return { asked, check };
}

it('says that all logbooks are sound', async () => {
  const { asked, check } = database(Response.json([]));
  expect(await check()).toEqual({ lines: ['All logbooks are sound.'], sound: true });
  expect(asked[0]).toMatchObject({
    url: 'https://project.example/rest/v1/rpc/nemus_check_logbook',
    init: { method: 'POST', headers: { apikey: 'sb_secret_x' } },
  });
});

it('says whose logbook is not, where, and how', async () => {
  const { check } = database(
    Response.json([
      { user_id: 'u1', number: 3, problem: 'changed' },
      { user_id: 'u2', number: null, problem: 'entry' },
    ]),
  );
  expect(await check()).toEqual({
    sound: false,
    lines: [
      'Logbook of u1, step 3: it says something else than when it was written.',
      'Logbook of u2, an entry without a step: the confirmed entry is gone or says something else than at its confirmation.',
    ],
  });
});

it('never takes a failure for soundness', async () => {
  await expect(database(new Response(null, { status: 401 })).check()).rejects.toThrow('401');
  await expect(database(Response.json({ fine: true })).check()).rejects.toThrow();
});

describe('against signed heads', () => {
  const HEADS = [{ logbook: 'a'.repeat(64), number: 4, hash: 'b'.repeat(64) }];
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'heads-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A portal with one logbook, and what the database was asked to compare. */
  async function portal() {
    const pair = await generateKeyPair();
    const signer = await openSigner(pair);
    const kept = { store: openFileStore(folder), keys: [{ id: pair.keyId, publicKey: pair.publicKey }] };
    const compared: unknown[] = [];
    const run = (problems: readonly object[] = [], sign = false) =>
      checkLogbook({
        url: 'https://project.example',
        secretKey: 'sb_secret_x',
        ask: (url, init) => {
          if (url.endsWith('nemus_logbook_heads')) return Promise.resolve(Response.json(HEADS));
          compared.push(JSON.parse(String(init.body)));
          return Promise.resolve(Response.json(problems));
        },
        kept,
        ...(sign ? { signer } : {}),
      });
    return { run, compared, kept };
  }

  it('signs the heads of sound logbooks, and compares the database with them from then on', async () => {
    const { run, compared, kept } = await portal();
    expect(await run([], true)).toMatchObject({ sound: true, lines: ['All logbooks are sound.', expect.any(String)] });
    const { lines } = await run();
    expect(compared).toEqual([{ p_heads: HEADS }, { p_heads: HEADS }]);
    expect(lines[1]).toContain('Compared with the heads signed at');
    expect(await kept.store.list('logbook/')).toHaveLength(1);
  });

  it('never signs what differs from the heads before', async () => {
    const { run, kept } = await portal();
    await run([], true);
    const { sound, lines } = await run([{ user_id: 'u1', number: 4, problem: 'signed' }], true);
    expect(sound).toBe(false);
    expect(lines[0]).toBe('Logbook of u1, step 4: it is gone or another one than when the heads were signed.');
    expect(await kept.store.list('logbook/')).toHaveLength(1);
  });

  it('a deleted account is no alarm', async () => {
    const { run } = await portal();
    expect(await run([{ user_id: null, number: 4, problem: 'gone' }])).toEqual({
      sound: true,
      lines: ['All logbooks are sound.', '1 of the signed logbooks ended with their accounts.'],
    });
  });

  it('takes no heads that another key signed, or that were changed', async () => {
    const { run, kept } = await portal();
    await run([], true);
    const other = await portal();
    await expect(other.run()).rejects.toThrow('not signed with a key of the operators');
    const [name] = await kept.store.list('logbook/');
    const file = path.join(folder, 'logbook', name ?? '');
    const text = Buffer.from((await kept.store.read(`logbook/${name}`)) ?? []).toString();
    await writeFile(file, text.replace('"number":4', '"number":3'));
    await expect(run()).rejects.toThrow('not signed');
  });
});
