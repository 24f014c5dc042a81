import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from '../../tools/backend/contract/process';
import {
  connectTo,
  findServer,
  makeFiles,
  makeFolder,
  startIn,
  type Server,
  type ServerFolder,
} from '../../tools/backend/sql-tests/database/server';
import { functionNames } from '../../tools/backend/src/server/functions/deno';
import { freePorts } from '../../tools/backend/src/server/http/free-ports';
import { loadKeys } from '../../tools/backend/src/server/keys/keys';
import { startS3Server, type S3Server } from '../../tools/release/src/samples/s3-server';
import { ROOT } from './guide';
import type { Machine } from './machine';

/** A PostgreSQL server of the machine, with its data on the disk as in production. */
export interface Database extends Server {
  readonly place: ServerFolder;
  query(statement: string, parameters?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The folder of PostgreSQL's programs. */
export function programs(): string {
  const found = findServer();
  if (found === null) throw new Error('No PostgreSQL server was found (Debian: apt-get install postgresql).');
  // A link may lead to one program of the folder alone.
  return path.dirname(realpathSync(path.join(found, 'initdb')));
}

/** @param files makes the files of its data; by default an empty database */
export async function startDatabase(
  files: (place: ServerFolder) => Promise<void> | void = makeFiles,
): Promise<Database> {
  const place = makeFolder(programs(), true);
  await files(place);
  return openDatabase(place, await startIn(place, true));
}

/** Statements on a connection of their own. */
function openDatabase(place: ServerFolder, server: Server): Database {
  return {
    ...server,
    place,
    async query(statement, parameters) {
      const connection = connectTo(server.url);
      try {
        return await connection.query(statement, parameters);
      } finally {
        await connection.close();
      }
    },
  };
}

/** What a hosted project's sign-in service, gateway of tables and storage are here. */
export interface Backend {
  readonly port: number;
  readonly mailUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly mailKey: string;
  stop(): Promise<void>;
}

/** The local backend over a database; its own functions are not reached: the gateway leads to those on Deno. */
export async function startBackend(machine: Machine, database: Database, code: string): Promise<Backend> {
  const [port = 0, mailPort = 0] = await freePorts(2);
  const dataDir = machine.at('srv/nemus/backend');
  const { ready, end } = await startProcess({
    DB_URL: database.url,
    NEMUS_API_PORT: String(port),
    NEMUS_MAIL_PORT: String(mailPort),
    NEMUS_DATA_DIR: dataDir,
    NEMUS_SITE_URL: machine.portal,
    NEMUS_PROJECT_DIR: path.join(code, 'supabase'),
    NEMUS_SAMPLE_DATA: 'off',
  });
  const { publishableKey, secretKey, mailUrl } = ready;
  const stop = async () => void (await end('SIGINT'));
  return { port, mailUrl, publishableKey, secretKey, mailKey: loadKeys(dataDir).mailKey, stop };
}

/** The secrets under "Backend" of the guide, without those of providers that are not here. */
export async function writeFunctionSecrets(machine: Machine, backend: Backend): Promise<void> {
  const secrets = {
    SUPABASE_URL: machine.gateway,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SITE_URL: machine.portal,
    MAIL_URL: `${backend.mailUrl}/api/send`,
    MAIL_KEY: backend.mailKey,
    SUPPORT_EMAIL: 'support@portal.example',
    CLIENT_ADDRESS_HEADER: 'x-forwarded-for',
    REGISTRY_URL: `${machine.store}/registry/production.json`,
    METRICS_TOKEN: randomBytes(20).toString('hex'),
    FUNCTION_NAMES: functionNames().join(','),
    DENO_CERT: machine.at('etc/nemus/ca.pem'),
  };
  const text = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(machine.at('etc/nemus/functions.env'), text.join(''), { mode: 0o600 });
}

/** Functions at one of the two places, as systemd would start their unit. */
export async function startFunctions(machine: Machine, place: 0 | 1, code: string): Promise<() => Promise<void>> {
  const unit = await readFile(path.join(code, 'deploy/systemd/nemus-functions@.service'), 'utf8');
  const [, command = ''] = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(unit) ?? [];
  const environment = await readFile(machine.at('etc/nemus/functions.env'), 'utf8');
  const deno = machine.at(`var/lib/nemus/deno-${place}`);
  await mkdir(deno, { recursive: true });
  const line = command
    .replaceAll('\\\n', ' ')
    .replace('/usr/bin/npx', 'exec npx')
    .replaceAll('/srv/nemus/code-%i', code)
    .replaceAll('%i', String(machine.ports.places[place]));
  const child = spawn('bash', ['-ec', line], {
    cwd: code,
    env: { PATH: process.env['PATH'], HOME: deno, DENO_DIR: deno, ...variablesOf(environment) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its whole group is ended: npx starts the program in a process of its own.
    detached: true,
  });
  return endOf(child, machine.at('var/log/functions.log'));
}

const variablesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** Keeps what a server says, and ends it with all that it has started. */
function endOf(child: ChildProcess, log: string): () => Promise<void> {
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void appendFile(log, chunk));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGTERM');
  };
  process.once('exit', kill);
  return async () => {
    process.removeListener('exit', kill);
    kill();
    await ended;
  };
}

/** A bucket that browsers may read, as the release guide says, and the variables of its login. */
export async function startBucket(machine: Machine): Promise<S3Server> {
  const server = await startS3Server();
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, accessKeyId, secretAccessKey } = server;
  const client = new sdk.S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const Bucket = 'my-bucket';
  await client.send(new sdk.CreateBucketCommand({ Bucket }));
  const Resource = ['registry', 'releases'].map((folder) => `arn:aws:s3:::${Bucket}/nemus/${folder}/*`);
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource }];
  await client.send(
    new sdk.PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }),
  );
  const CORSRules = [{ AllowedOrigins: ['*'], AllowedMethods: ['GET', 'HEAD'], ExposeHeaders: ['ETag'] }];
  await client.send(new sdk.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  Object.assign(machine.environment, {
    NEMUS_STORE: `s3://${Bucket}/nemus?endpoint=${endpoint}`,
    NEMUS_ENVIRONMENT: 'production',
    NEMUS_WHO: 'rehearsal',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  // In place of a CDN: TLS in front of the bucket.
  const tls = `ssl_certificate ${machine.at('etc/nemus/chain.pem')}; ssl_certificate_key ${machine.at('etc/nemus/key.pem')};`;
  await writeFile(
    machine.at('etc/nginx/conf.d/store.conf'),
    `server { listen 127.0.0.1:${machine.ports.store} ssl http2; ${tls}
  location / { proxy_pass ${endpoint}/${Bucket}/nemus/; proxy_http_version 1.1; proxy_set_header Connection ""; } }\n`,
  );
  return server;
}

/** The gateway of `deploy/systemd`, with the ports of this machine. */
export async function writeGateway(machine: Machine, backend: Backend): Promise<void> {
  const text = await readFile(path.join(ROOT, 'deploy/systemd/gateway.conf'), 'utf8');
  const own = (name: string) => `http://127.0.0.1:${backend.port}/${name}/v1/`;
  const written = machine
    .read(text)
    .replace('listen 127.0.0.1:8000', `listen 127.0.0.1:${machine.ports.gateway}`)
    .replace('http://127.0.0.1:3000/', own('rest'))
    .replace('http://127.0.0.1:9999/', own('auth'))
    .replace('http://127.0.0.1:5000/', own('storage'))
    .replaceAll(':8010', `:${machine.ports.places[0]}`);
  await writeFile(machine.at('etc/nginx/conf.d/gateway.conf'), written);
}
