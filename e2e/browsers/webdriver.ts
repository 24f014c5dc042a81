import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { freePorts } from '../../tools/backend/src/server/http/free-ports';

/** Commands of WebDriver that the tests use, by their names in Firefox's Marionette and their addresses in HTTP. */
const COMMANDS = {
  navigate: { marionette: 'WebDriver:Navigate', http: ['POST', '/url'] },
  script: { marionette: 'WebDriver:ExecuteScript', http: ['POST', '/execute/sync'] },
  click: { marionette: 'WebDriver:ElementClick', http: ['POST', '/element/{id}/click'] },
  type: { marionette: 'WebDriver:ElementSendKeys', http: ['POST', '/element/{id}/value'] },
  role: { marionette: 'WebDriver:GetComputedRole', http: ['GET', '/element/{id}/computedrole'] },
  label: { marionette: 'WebDriver:GetComputedLabel', http: ['GET', '/element/{id}/computedlabel'] },
  tabs: { marionette: 'WebDriver:GetWindowHandles', http: ['GET', '/window/handles'] },
  switchTab: { marionette: 'WebDriver:SwitchToWindow', http: ['POST', '/window'] },
  picture: { marionette: 'WebDriver:TakeScreenshot', http: ['GET', '/screenshot'] },
} as const;

/** Name of an element's id. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** The Enter key. */
export const ENTER = '\uE007';

/** How long a command may take. Milliseconds. */
const COMMAND_LIMIT = 60_000;

export type Command = keyof typeof COMMANDS;

/** A browser under WebDriver. */
export interface Driver {
  /** Sends a command; rejects with the browser's own message. */
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Ends the browser and everything it started. */
  stop(): Promise<void>;
}

/** Resolves once a port accepts connections. Rejects after 30 seconds. */
async function untilOpen(port: number): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (open) return;
    if (Date.now() > end) throw new Error(`Nothing listens on port ${port}.`);
    await pause(100);
  }
}

/** Starts a program that leads a process group, and that ends with the tests at the latest. */
function startGroup(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: environment,
  });
  const kill = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Ends a program and everything it started. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

const answerSchema = z.tuple([
  z.literal(1),
  z.number(),
  z.object({ error: z.string(), message: z.string() }).nullable(),
  z.unknown(),
]);
const valueSchema = z.object({ value: z.unknown() });

/** Marionette: JSON arrays on a socket, each with its length in front. */
async function connectMarionette(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const size = Number(received.subarray(0, colon).toString());
      if (colon < 0 || received.length < colon + 1 + size) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, colon + 1 + size).toString());
      received = received.subarray(colon + 1 + size);
      // The first message names the protocol.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = answerSchema.parse(message);
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let last = 0;
  const call = (name: string, parameters: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const text = JSON.stringify([0, ++last, name, parameters]);
      waiting.set(last, { resolve, reject });
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  return { call, close: () => socket.destroy() };
}

/** Places of Debian's packages. */
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const WEBKIT = ['/usr/bin/WebKitWebDriver', MINI_BROWSER, '/usr/bin/Xvfb'] as const;

/** Path of an installed Firefox, or null. */
export const findFirefox = () => FIREFOX.find((file) => existsSync(file)) ?? null;

/** Path of WebKit's driver, or null where the driver, its browser or the X server without a screen is missing. */
export const findWebKit = () => (WEBKIT.every((file) => existsSync(file)) ? WEBKIT[0] : null);

/**
 * Starts Debian's Firefox without a window.
 *
 * @param proxy port of the proxy that carries all its requests.
 */
export async function startFirefox(executable: string, proxy: number): Promise<Driver> {
  const [port = 0] = await freePorts(1);
  const profile = await mkdtemp(path.join(os.tmpdir(), 'nemus-firefox-'));
  const preferences = {
    'marionette.port': port,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxy,
    'network.proxy.allow_hijacking_localhost': true,
    // Otherwise Firefox 115 calls an address behind a proxy insecure, and withholds what the portal starts with.
    'network.proxy.testing_localhost_is_secure_when_hijacked': true,
    'intl.accept_languages': 'de-DE',
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.normandy.enabled': false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const child = startGroup(executable, ['--headless', '--marionette', '--no-remote', '--profile', profile]);
  await untilOpen(port);
  const { call, close } = await connectMarionette(port);
  await call('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  return {
    send: async (command, parameters = {}) => {
      const result = await call(COMMANDS[command].marionette, parameters);
      const value = valueSchema.safeParse(result);
      return value.success ? value.data.value : result;
    },
    stop: async () => {
      close();
      await endGroup(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** An X server without a screen on a display of its own, which it chooses itself. */
async function startDisplay() {
  const child = startGroup('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  const pipe = child.stdio[3];
  if (!(pipe instanceof Readable)) throw new Error('Xvfb has no pipe for its display.');
  const number = await new Promise<string>((resolve, reject) => {
    pipe.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('error', reject).once('exit', () => reject(new Error('Xvfb ended.')));
  });
  return { display: `:${number}`, stop: () => endGroup(child) };
}

/**
 * Starts WebKitGTK's MiniBrowser.
 *
 * @param proxy port of the proxy that carries all its requests.
 */
export async function startWebKit(executable: string, proxy: number): Promise<Driver> {
  const [port = 0] = await freePorts(1);
  const { display, stop: stopDisplay } = await startDisplay();
  const driver = startGroup(executable, [`--port=${port}`], { ...process.env, DISPLAY: display });
  await untilOpen(port);
  const ask = async (method: string, address: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${address}`, {
      method,
      signal: AbortSignal.timeout(COMMAND_LIMIT),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = valueSchema.parse(await answer.json());
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const session = z.object({ sessionId: z.string() }).parse(
    await ask('POST', '', {
      capabilities: {
        alwaysMatch: {
          // "eager" loses the first script after a page changed its process.
          pageLoadStrategy: 'normal',
          proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${proxy}` },
          'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
        },
      },
    }),
  ).sessionId;
  return {
    send: (command, parameters = {}) => {
      const [method, template] = COMMANDS[command].http;
      const { id, ...body } = parameters;
      return ask(method, `/${session}${template.replace('{id}', String(id))}`, method === 'POST' ? body : undefined);
    },
    stop: async () => {
      await endGroup(driver);
      await stopDisplay();
    },
  };
}
