import {
  init,
  loadRemote,
  loadShare,
  registerRemotes,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime';
import injectRuntime from '@module-federation/inject-external-runtime-core-plugin';
import { RUNTIME_MODULE, type ProvidedModule } from '@nemus/registry';
import { whenIdle } from '@nemus/start/idle';
import { z } from 'zod';
import { lostChunk } from './chunk-error';
import { ContainerError, type ContainerHost, type ContainerRequest } from './container-host';
import { textOf } from './problem';

/** Name of the host in the federation. */
const HOST = 'nemus_shell';

/** Modules that the shell provides to containers, by specifier. */
export type ProvidedSources = Readonly<
  Record<
    string,
    {
      readonly version: string;
      readonly load: () => Promise<unknown>;
      /** Only needed after a click: not loaded to list its exports. */
      readonly late?: boolean;
    }
  >
>;

/** Containers whose scripts may be created, with the number of the last attempt. */
type OpenContainers = Map<string, { readonly request: ContainerRequest; readonly generation: number }>;

/**
 * Module Federation as the host of containers. The only file that knows it.
 *
 * Containers are loaded by the address of their script, without the manifest protocol: with it, the runtime inserts
 * chunks by itself and without integrity (decision record 0002).
 */
export function federationHost(provided: ProvidedSources): ContainerHost {
  const open: OpenContainers = new Map();
  const shareAhead = sharingAhead();
  init({
    name: HOST,
    remotes: [],
    shared: Object.fromEntries(Object.entries(provided).map(([name, source]) => [name, sharedBy(source)])),
    // The default fetches every remote at once, and one unavailable remote would break all.
    shareStrategy: 'loaded-first',
    plugins: [injectRuntime(), integrityPlugin(open)],
  });
  return {
    async load(request) {
      const { container, entryUrl, expose, integrityOf } = request;
      if (integrityOf(entryUrl) === null) {
        throw new ContainerError('untrusted', `${entryUrl} is not listed in its release.`, { url: entryUrl });
      }
      const known = open.get(container);
      const generation = known?.request.entryUrl === entryUrl ? known.generation : (known?.generation ?? 0) + 1;
      open.set(container, { request, generation });
      const name = `${container}_${generation}`;
      if (generation !== known?.generation) {
        // A failed evaluation stays in its container for ever, so a further attempt makes a new one. It gets its own
        // name, since registering the same name again (`force`) takes shared modules of the shell out of the share
        // scope.
        Reflect.deleteProperty(globalThis, container);
        registerRemotes([{ name, entry: entryUrl, entryGlobalName: container, type: 'global' }]);
      }
      try {
        return await loadRemote(`${name}/${expose.slice(2)}`);
      } catch (error) {
        throw containerError(error, entryUrl);
      }
    },
    missing: async (module, names) => {
      const source = Object.hasOwn(provided, module) ? provided[module] : undefined;
      if (!source) return names;
      if (source.late === true) return [];
      const exported = await source.load().catch(() => null);
      if (exported === null) return [];
      shareAhead(module);
      // A CommonJS module may be a function.
      if (typeof exported !== 'object' && typeof exported !== 'function') return [];
      // `hasOwn`: every object inherits the names of `Object`.
      return names.filter((name) => !Object.hasOwn(exported, name));
    },
    provided: () => [
      ...Object.entries(provided).map(([name, { version }]) => ({ name, version })),
      ...providedRuntime(),
    ],
  };
}

/**
 * Puts loaded modules into the share scope, once each, so that a starting container finds them there. One at a time,
 * when the page is idle.
 */
function sharingAhead(): (module: string) => void {
  const known = new Set<string>();
  return (module) => {
    if (known.has(module)) return;
    known.add(module);
    whenIdle(() => void loadShare(module).catch(() => undefined));
  };
}

/** One module of the share scope; each exists once in the page, in one version. */
function sharedBy({ version, load }: ProvidedSources[string]) {
  return {
    version,
    async get(this: { loading?: unknown }) {
      try {
        const exported = await load();
        return () => exported;
      } catch (error) {
        // The runtime would answer every later attempt with this failure.
        delete this.loading;
        throw error;
      }
    },
    shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
  };
}

/** The runtime that containers find as a global of the page; one of its plugins puts it there, with its version. */
function providedRuntime(): ProvidedModule[] {
  const parsed = runtimeSchema.safeParse(Reflect.get(globalThis, '_FEDERATION_RUNTIME_CORE_FROM'));
  return parsed.success ? [{ name: RUNTIME_MODULE, version: parsed.data.version }] : [];
}

const runtimeSchema = z.object({ version: z.string() });

/** Sets integrity on everything that the runtime loads, and refuses what has no known hash. */
function integrityPlugin(open: OpenContainers): ModuleFederationRuntimePlugin {
  const requestFor = (url: string) => {
    for (const { request } of open.values()) {
      const integrity = request.integrityOf(url);
      if (integrity !== null) return { integrity, timeout: request.timeoutMs, root: request.root };
    }
    throw new ContainerError('untrusted', `${url} is not listed in any release.`, { url });
  };
  return {
    name: 'nemus-integrity',
    createScript({ url }) {
      const { integrity, timeout, root } = requestFor(url);
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.integrity = integrity;
      // Read by the container (`content-chunks-plugin.ts` of the build); older containers ignore it.
      if (root !== null) script.dataset['root'] = root;
      return { script, timeout };
    },
    createLink({ url, attrs = {} }) {
      const { integrity } = requestFor(url);
      const link = document.createElement('link');
      for (const [name, value] of Object.entries(attrs)) link.setAttribute(name, String(value));
      link.href = url;
      link.crossOrigin = 'anonymous';
      link.integrity = integrity;
      return link;
    },
  };
}

/** Meaning of the runtime's error texts; it has no typed errors. A browser test fails when a version changes them. */
const MEANINGS = [
  ['execution', /ScriptExecutionError/],
  ['timeout', /ScriptNetworkError: .* timed out/],
  ['script', /ScriptNetworkError|RUNTIME-008/],
  ['contract', /does not satisfy the requirement/],
] as const;

function containerError(error: unknown, entryUrl: string): ContainerError {
  if (error instanceof ContainerError) return error;
  const text = textOf(error);
  const chunk = lostChunk(error);
  if (chunk !== undefined) return new ContainerError('chunk', text, { cause: error, url: chunk });
  const kind = MEANINGS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'execution';
  return new ContainerError(kind, text, { cause: error, url: kind === 'script' ? entryUrl : null });
}
