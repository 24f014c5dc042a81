import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { openStopList } from '@nemus/registry';
import { sampleEntry } from '@nemus/registry/samples';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { readCurrent } from '../change';
import { main } from '../cli/main';
import { generateKey, openKey, OPERATOR, trustedKeyOf } from '../keys';
import { packRelease } from '../pack';
import { publishRelease } from '../publish';
import { listen } from '../samples/listen';
import { promoteElsewhere } from '../samples/promote-elsewhere';
import { SAMPLE_SHELL, sampleVersion, temporaryFolder, writeSampleApp } from '../samples/sample-app';
import { missingForS3, startS3Server, type S3Server } from '../samples/s3-server';
import { storeContract } from '../samples/store-contract';
import { openReleaseAt } from '../stage';
import { renewStops, startArea, stopArea } from '../stops';
import { openS3Store } from './s3-store';
import type { EntryChange, ReleaseStore } from './store';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

it('finds an S3 server when it is asked for', () => {
  const missing = missingForS3();
  expect(process.env['NEMUS_REQUIRE_SERVERS'] === '1' ? missing : null).toBeNull();
  if (missing !== null) process.stdout.write(`Not tested with an S3 server: missing ${missing}.\n`);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const BUCKET = 'nemus-test';
const change = (expectedRevision: number, more: Partial<EntryChange> = {}): EntryChange => ({
  environment: 'test',
  remote: 'alpha',
  expectedRevision,
  entry: sampleEntry('alpha'),
  audit: { who: 'me', action: 'promote', remote: 'alpha', from: null, to: '1', why: 'because' },
  validFor: 60_000,
  ...more,
});

// Without a server its own words are tested alone, below.
(missingForS3() === null ? describe : describe.skip)('a store in a bucket', () => {
  let server: S3Server;
  let store: ReleaseStore;
  let prefix: string;
  const variables = { ...process.env };
  const address = (endpoint = server.endpoint) => `s3://${BUCKET}/${prefix}?endpoint=${endpoint}`;
  const signIn = ({ accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string }) =>
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
  /** The bucket as another program sees it. */
  const inBucket = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true });
    return { sdk, client, at: (file: string) => ({ Bucket: BUCKET, Key: `${prefix}/${file}` }) };
  };

  beforeAll(async () => {
    server = await startS3Server();
    signIn(server);
    const { sdk, client } = await inBucket();
    await client.send(new sdk.CreateBucketCommand({ Bucket: BUCKET }));
  }, 120_000);
  afterAll(async () => {
    process.env = variables;
    await server?.end();
  });
  beforeEach(() => {
    prefix = randomUUID();
    store = openS3Store(address());
  });

  storeContract(() => ({ store, environment: 'test', patch: 0 }));

  it('says with every file how it is to be delivered', async () => {
    const { sdk, client, at } = await inBucket();
    const script = 'releases/alpha/1/entry.js';
    await store.putImmutable(script, bytes('code'));
    await store.putImmutable(`${script}.br`, brotliCompressSync('code'));
    await store.compareAndSet(change(0));
    const head = (file: string) => client.send(new sdk.HeadObjectCommand(at(file)));
    const forEver = 'public, max-age=31536000, immutable';
    const isScript = { ContentType: 'text/javascript; charset=utf-8', CacheControl: forEver };
    const plain = await head(script);
    expect([plain.ContentType, plain.CacheControl, plain.ContentEncoding]).toEqual([
      ...Object.values(isScript),
      undefined,
    ]);
    expect(await head(`${script}.br`)).toMatchObject({ ...isScript, ContentEncoding: 'br' });
    expect(await head('registry/test.json')).toMatchObject({
      ContentType: 'application/json; charset=utf-8',
      CacheControl: 'no-cache',
    });
    expect(await head('revisions/test/000000000001.json')).toMatchObject({ CacheControl: 'private, no-store' });
    // The store keeps the compressed bytes, for every client.
    const form = await store.read(`${script}.br`);
    expect(brotliDecompressSync(form ?? new Uint8Array()).toString()).toBe('code');
  });

  it('gives browsers the newest of what many wrote at once, and only ever a newer one', async () => {
    const seen: number[] = [];
    let isOver = false;
    const { sdk, client, at } = await inBucket();
    const watch = (async () => {
      while (!isOver) {
        const answer = await client.send(new sdk.GetObjectCommand(at('registry/test.json'))).catch(() => null);
        const { revision } = JSON.parse((await answer?.Body?.transformToString()) ?? '{"revision":0}');
        seen.push(Number(revision));
      }
    })();
    const write = async () => {
      const own = openS3Store(address());
      for (let written = 0; written < 4;) {
        const text = await own.readRegistry('test');
        const found = text === null ? 0 : Number(JSON.parse(text).revision);
        if ((await own.compareAndSet(change(found))).ok) written += 1;
      }
    };
    await Promise.all([write(), write(), write()]);
    isOver = true;
    await watch;
    const shown = await store.read('registry/test.json');
    expect(JSON.parse(Buffer.from(shown ?? []).toString())).toMatchObject({ revision: 12 });
    expect((await store.readAudit('test')).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  }, 30_000);

  it('loses none of the promotions that two teams start at once, each from two machines', async () => {
    const { folder, remove } = await temporaryFolder();
    try {
      const teams = ['alpha', 'beta'];
      const shares = [
        [0, 1],
        [2, 3],
      ];
      for (const name of teams) {
        for (const patch of shares.flat()) {
          await publishRelease(store, await packRelease(await writeSampleApp(folder, { name, patch })), { who: name });
        }
      }
      const jobs = teams.flatMap((team) => shares.map((patches) => promoteElsewhere(address(), team, patches)));
      expect((await Promise.all(jobs)).join('')).toBe('');
      const { revision, registry } = await readCurrent(store, 'live');
      expect(revision).toBe(8);
      const audit = await store.readAudit('live');
      for (const team of teams) {
        const lines = audit.filter(({ remote }) => remote === team);
        expect(lines.map(({ to }) => to).toSorted()).toEqual(shares.flat().map(sampleVersion).toSorted());
        // Every promotion stood on the one before it: a chain without a gap that ends at what users get.
        expect(lines.map(({ from }) => from)).toEqual([null, ...lines.slice(0, -1).map(({ to }) => to)]);
        expect(registry.remotes.find(({ name }) => name === team)?.stable.version).toBe(lines.at(-1)?.to);
      }
      const shown = await store.read('registry/live.json');
      expect(Buffer.from(shown ?? []).toString()).toBe(await store.readRegistry('live'));
    } finally {
      await remove();
    }
  }, 120_000);

  it('makes up for a writer that broke off before browsers could read its revision', async () => {
    const { sdk, client, at } = await inBucket();
    await store.compareAndSet(change(0));
    const older = await store.read('registry/test.json');
    await store.compareAndSet(change(1));
    await client.send(new sdk.PutObjectCommand({ ...at('registry/test.json'), Body: older ?? '' }));
    const text = await store.readRegistry('test');
    expect(JSON.parse(text ?? '')).toMatchObject({ revision: 2 });
    expect(Buffer.from((await store.read('registry/test.json')) ?? []).toString()).toBe(text);
  });

  it.each([
    ['a revision that never was', '{"revision":99}'],
    ['no document', 'not JSON'],
  ])('goes by the revisions where browsers read %s', async (_what, written) => {
    const { sdk, client, at } = await inBucket();
    await store.compareAndSet(change(0));
    await client.send(new sdk.PutObjectCommand({ ...at('registry/test.json'), Body: written }));
    expect(await store.compareAndSet(change(1))).toEqual({ ok: true, revision: 2 });
    const shown = Buffer.from((await store.read('registry/test.json')) ?? []).toString();
    expect(JSON.parse(shown)).toMatchObject({ revision: 2 });
  });

  it('keeps what operators have stopped: none of five at once is lost, and browsers read the newest list', async () => {
    const { folder, remove } = await temporaryFolder();
    try {
      const { key, signer } = await openKey((await generateKey(folder, OPERATOR)).file);
      const keys = [trustedKeyOf(key)];
      const request = () => ({
        store: openS3Store(address()),
        environment: 'test',
        who: 'operator',
        why: 'incident 12',
        signer,
        keys,
      });
      expect(await store.readStops('test')).toBeNull();
      await renewStops(request());
      const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
      await Promise.all(names.map((remote) => stopArea({ ...request(), remote, reason: 'Wartung' })));
      await startArea({ ...request(), remote: 'beta' });

      const { sdk, client, at } = await inBucket();
      const shown = await client.send(new sdk.GetObjectCommand(at('registry/test.stops.json')));
      expect(shown).toMatchObject({ CacheControl: 'no-cache', ContentType: 'application/json; charset=utf-8' });
      const text = (await shown.Body?.transformToString()) ?? '';
      expect(await store.readStops('test')).toBe(text);
      const opened = await openStopList(text, { environment: 'test', now: new Date(), keys });
      expect(opened).toMatchObject({ ok: true, list: { serial: 7 } });
      const stopped = opened.ok ? opened.list.areas.map(({ name }) => name) : [];
      expect(stopped.toSorted()).toEqual(names.filter((name) => name !== 'beta').toSorted());
      const audit = await store.readAudit('test');
      expect(audit.map(({ serial }) => serial)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(audit.at(-1)).toMatchObject({ action: 'start', remote: 'beta', who: 'operator' });
      // The registry beside it has a count of its own.
      expect(await store.compareAndSet(change(0))).toEqual({ ok: true, revision: 1 });
    } finally {
      await remove();
    }
  }, 30_000);

  it('shows browsers the newest list again after an older one was put back', async () => {
    const { folder, remove } = await temporaryFolder();
    try {
      const { key, signer } = await openKey((await generateKey(folder, OPERATOR)).file);
      const who = { store, environment: 'test', who: 'operator', why: 'x', signer, keys: [trustedKeyOf(key)] };
      await renewStops(who);
      const older = await store.read('registry/test.stops.json');
      await stopArea({ ...who, remote: 'alpha', reason: 'Wartung' });
      const { sdk, client, at } = await inBucket();
      await client.send(new sdk.PutObjectCommand({ ...at('registry/test.stops.json'), Body: older ?? '' }));
      const text = await store.readStops('test');
      expect(JSON.parse(text ?? '')).toMatchObject({ serial: 2, areas: [{ name: 'alpha' }] });
      expect(Buffer.from((await store.read('registry/test.stops.json')) ?? []).toString()).toBe(text);
    } finally {
      await remove();
    }
  });

  it('takes a change once whose answer was lost on the way', async () => {
    const proxy = await startLossy(
      server.endpoint,
      ({ method, url }) => method === 'PUT' && /revisions/.test(url ?? ''),
    );
    try {
      const far = openS3Store(address(proxy.endpoint));
      expect(await far.compareAndSet(change(0))).toEqual({ ok: true, revision: 1 });
      expect(proxy.lost()).toBe(1);
      expect(await store.readAudit('test')).toHaveLength(1);
    } finally {
      await proxy.end();
    }
  });

  it('is a store for every command', async () => {
    const { folder, remove } = await temporaryFolder();
    const run = async (line: string, more: Readonly<Record<string, string>> = {}) => {
      let told = '';
      const write = (text: string) => void (told += text);
      const env = { NEMUS_WHO: 'tester', NEMUS_STORE: address(), ...more };
      const code = await main(line.split(' '), { out: write, err: write, env, cwd: folder });
      return { code, told };
    };
    try {
      await writeFile(path.join(folder, 'package-lock.json'), '{}');
      await writeFile(path.join(folder, 'shell.json'), JSON.stringify(SAMPLE_SHELL));
      for (const patch of [0, 1]) {
        await writeSampleApp(folder, { patch });
        for (const verb of ['pack', 'publish']) {
          expect(await run(`${verb} alpha-${patch}`)).toMatchObject({ code: 0 });
        }
      }
      const [first, second] = [sampleVersion(0), sampleVersion(1)];
      const promotion = '--shell shell.json --why because';
      expect(await run(`promote alpha ${first} ${promotion}`)).toMatchObject({ code: 0 });
      expect(await run(`promote alpha ${promotion}`)).toMatchObject({ code: 0 });
      expect(await run(`rollback alpha --shell shell.json --why broken`)).toMatchObject({ code: 0 });
      expect((await run('status')).told).toContain(first);
      expect((await run('history')).told).toMatch(/rollback[^]+promote[^]+promote/);
      expect(await run('verify')).toMatchObject({ code: 0, told: expect.stringContaining('as they were published') });
      expect(await run(`diff alpha ${first} ${second}`)).toMatchObject({ code: 0 });
      const cdn: unknown[] = [];
      const hook = await listen(
        createServer((asked, response) => {
          let body = '';
          asked.on('data', (chunk: Buffer) => (body += chunk.toString()));
          asked.on('end', () => {
            cdn.push(JSON.parse(body));
            response.writeHead(204).end();
          });
        }),
      );
      const { file } = await generateKey(folder, OPERATOR);
      const told = { NEMUS_PURGE_URL: hook.endpoint };
      expect(await run(`stop alpha --reason Wartung --why incident --key ${file}`, told)).toMatchObject({ code: 0 });
      expect(cdn).toEqual([{ schema: 1, environment: 'local', paths: ['registry/local.stops.json'], revision: 1 }]);
      expect((await run('status')).told).toMatch(/stopped by an operator +all of it/);
      expect(await run('enable alpha')).toMatchObject({ code: 1 });
      expect(await run(`start alpha --why over --key ${file}`, told)).toMatchObject({ code: 0 });
      expect(cdn).toHaveLength(2);
      await hook.end();
      // What a smoke test opens.
      const { release, read } = await openReleaseAt(store.location, 'alpha', second);
      expect(release.version).toBe(second);
      expect(await read('remoteEntry.js')).not.toBeNull();
      expect(await run('retire alpha --why over')).toMatchObject({ code: 0 });
      expect((await run('gc --keep 0 --days 0.000001')).told).toContain('Removed 2 releases');
      expect(await store.list('releases/')).toEqual([]);
    } finally {
      await remove();
    }
  }, 60_000);

  it('stays below its folder of the bucket', async () => {
    await expect(store.read('../secret')).rejects.toThrow('leaves the store');
    await expect(store.putImmutable('releases/../../x', bytes('x'))).rejects.toThrow('leaves the store');
    await store.putImmutable('releases/a/1/x.js', bytes('x'));
    expect(await openS3Store(`s3://${BUCKET}/${prefix}/releases?endpoint=${server.endpoint}`).list('')).toEqual(['a/']);
    const neighbour = openS3Store(`s3://${BUCKET}/${prefix.slice(0, -1)}?endpoint=${server.endpoint}`);
    expect(await neighbour.list('')).toEqual([]);
  });

  it('lists more than one page', async () => {
    const { sdk, client, at } = await inBucket();
    const names = Array.from({ length: 1005 }, (_, index) => `${String(index).padStart(5, '0')}.js`);
    for (let first = 0; first < names.length; first += 50) {
      const batch = names.slice(first, first + 50);
      await Promise.all(
        batch.map((name) => client.send(new sdk.PutObjectCommand({ ...at(`releases/a/1/${name}`), Body: 'x' }))),
      );
    }
    expect(await store.list('releases/a/1/')).toEqual(names);
  }, 60_000);

  describe('explains its refusal of', () => {
    it('a bucket that is not there', async () => {
      const nowhere = openS3Store(`s3://nemus-nowhere?endpoint=${server.endpoint}`);
      await expect(nowhere.readRegistry('test')).rejects.toMatchObject({
        code: 'store',
        summary: expect.stringContaining('no bucket at s3://nemus-nowhere'),
      });
    });

    it('a login without rights, and an unknown one, without its key', async () => {
      const foreign = await server.addLogin(`team-${randomUUID()}`);
      try {
        signIn(foreign);
        await expect(openS3Store(address()).putImmutable('releases/a/1/x.js', bytes('x'))).rejects.toMatchObject({
          code: 'forbidden',
          summary: expect.stringContaining('does not let this login write checks/'),
        });
        signIn({ accessKeyId: 'AKIANOBODY', secretAccessKey: 'hidden-secret' });
        const error: unknown = await openS3Store(address())
          .readRegistry('test')
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'forbidden', summary: expect.stringContaining('does not know who asks') });
        expect(JSON.stringify(error) + String(error)).not.toMatch(/AKIANOBODY|hidden-secret/);
        signIn({ accessKeyId: server.accessKeyId, secretAccessKey: 'hidden-secret' });
        await expect(openS3Store(address()).readRegistry('test')).rejects.toMatchObject({ code: 'forbidden' });
      } finally {
        signIn(server);
      }
    });
  });
});

describe('a server that', () => {
  const variables = { ...process.env };
  beforeAll(() => Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'hidden-secret' }));
  afterAll(() => {
    process.env = variables;
  });

  const opened = async (answer: (asked: IncomingMessage, response: ServerResponse) => void) => {
    const server = await listen(
      createServer((asked, response) => asked.resume().on('end', () => answer(asked, response))),
    );
    return { ...server, store: openS3Store(`s3://${BUCKET}?endpoint=${server.endpoint}`) };
  };
  const failing = (status: number, code: string, more = '') =>
    opened((_asked, response) => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>it \u001b[31msays</Message>${more}</Error>`);
    });

  it('takes conditions and writes all the same is refused before anything is written', async () => {
    const written: (string | undefined)[] = [];
    const { store, end } = await opened((asked, response) => {
      if (asked.method === 'PUT') written.push(asked.url?.split('?')[0]);
      const isThere = asked.method === 'PUT' || asked.url?.includes('list-type') === true;
      response.writeHead(isThere ? 200 : 404, { etag: '"x"' });
      response.end(isThere ? '<ListBucketResult/>' : '<Error><Code>NoSuchKey</Code></Error>');
    });
    try {
      await expect(store.compareAndSet(change(0))).rejects.toMatchObject({
        code: 'store',
        summary: expect.stringContaining('does not keep conditions'),
      });
      await expect(store.putImmutable('releases/a/1/x.js', bytes('x'))).rejects.toMatchObject({ code: 'store' });
      expect(new Set(written)).toEqual(new Set([`/${BUCKET}/checks/conditional-writes.txt`]));
    } finally {
      await end();
    }
  });

  it.each([
    [403, 'RequestTimeTooSkewed', '', 'store', /clock of this machine is wrong/],
    [400, 'ExpiredToken', '', 'forbidden', /session .* has ended/],
    [301, 'PermanentRedirect', '', 'store', /in another region/],
    [400, 'AuthorizationHeaderMalformed', '<Region>eu-central-1</Region>', 'store', /another region \(eu-central-1\)/],
    [403, 'AccessDenied', '', 'forbidden', /does not let this login read registry\/test.json/],
    [501, 'NotImplemented', '', 'store', /does not keep conditions/],
    [418, 'Teapot', '', 'store', /could not read registry\/test.json/],
  ])('answers %i %s is told so', async (status, code, more, kind, summary) => {
    const { store, end } = await failing(status, code, more);
    try {
      const error: unknown = await store.readRegistry('test').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: kind, summary: expect.stringMatching(summary) });
      // A server's words go to a terminal.
      expect(String(error)).not.toContain('\u001b');
      expect(String(error)).not.toContain('hidden-secret');
    } finally {
      await end();
    }
  });

  it('is down is told so', async () => {
    const { store, end } = await failing(500, 'InternalError');
    await end();
    await expect(store.readRegistry('test')).rejects.toMatchObject({
      code: 'store',
      summary: expect.stringContaining('does not answer'),
    });
  }, 20_000);

  it('is waited for while others write the same name', async () => {
    let conflicts = 0;
    const there = new Set<string>();
    const { store, end } = await opened((asked, response) => {
      const name = asked.url ?? '';
      const isWanted = asked.method === 'PUT' && name.includes('releases');
      if (isWanted && conflicts < 2) {
        conflicts += 1;
        response.writeHead(409).end('<Error><Code>ConditionalRequestConflict</Code></Error>');
      } else if (asked.method === 'PUT' && (there.has(name) || asked.headers['if-match'] !== undefined)) {
        response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
      } else {
        there.add(name);
        response.writeHead(200, { etag: '"x"' }).end();
      }
    });
    try {
      expect(await store.putImmutable('releases/a/1/x.js', bytes('x'))).toBe('created');
      expect(conflicts).toBe(2);
    } finally {
      await end();
    }
  });
});

/** A proxy that loses the first answer to the given requests, after the server has handled them. */
async function startLossy(target: string, isNamed: (asked: IncomingMessage) => boolean) {
  let lost = 0;
  const { hostname, port } = new URL(target);
  const proxy = createServer((asked, response) => {
    const onward = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (answer) => {
        if (lost === 0 && isNamed(asked)) {
          lost += 1;
          answer.resume().on('end', () => response.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    asked.pipe(onward);
  });
  return { ...(await listen(proxy)), lost: () => lost };
}
