/** Stands in for `@nemus/loader` in default federation: `import('trainee/app')`, as the documentation shows it. */
import type { Lifecycles, MountProps, SlotName } from '@nemus/contract';
import type { Loader, LoaderOptions } from '../../../../libs/loader/src/loader';

type Load = () => Promise<{ readonly default: Lifecycles }>;

const AREAS: Readonly<Record<string, Load>> = {
  trainee: () => import('trainee/app'),
  institution: () => import('institution/app'),
  elearning: () => import('elearning/app'),
  payments: () => import('payments/app'),
};

/** What these areas put into others; another piece is not there. */
const SLOTS: Readonly<Partial<Record<SlotName, Load>>> = {
  'course-purchase': () => import('payments/course-purchase'),
  'credit-balance': () => import('payments/credit-balance'),
};

let mounts = 0;

export function createLoader({ makePorts }: Pick<LoaderOptions, 'makePorts'>): Loader {
  function mount(load: Load, remote: string, host: HTMLElement, slotProps: unknown, onReady: () => void) {
    mounts += 1;
    const domElement = document.createElement('div');
    host.append(domElement);
    const props: MountProps = {
      ...makePorts({ remote, title: remote, team: remote, version: '1' }),
      name: `${remote}#${mounts}`,
      domElement,
      reportFailure: (_kind, error) => reportError(error),
      slotProps,
    };
    let latest = props;
    const mounted = load().then(async ({ default: lifecycles }) => {
      await lifecycles.bootstrap(latest);
      await lifecycles.mount(latest);
      onReady();
      return lifecycles;
    });
    mounted.catch(reportError);
    return {
      update: (next: unknown) => {
        latest = { ...props, slotProps: next };
        void mounted.then((lifecycles) => lifecycles.update(latest));
      },
      unmount: async () => {
        await (await mounted).unmount(latest);
        domElement.remove();
      },
    };
  }

  return {
    mountArea(remote, host, onState) {
      onState({ phase: 'loading' });
      const load = AREAS[remote];
      if (!load) throw new Error(`There is no remote "${remote}".`);
      const { unmount } = mount(load, remote, host, undefined, () => onState({ phase: 'ready' }));
      return { retry: () => undefined, usePrevious: () => undefined, unmount };
    },
    mountSlot(name, element, props, onState) {
      const load = SLOTS[name];
      if (!load) {
        onState('missing');
        return { update: () => undefined, unmount: () => undefined };
      }
      onState('loading');
      const { update, unmount } = mount(load, 'payments', element, props, () => onState('ready'));
      return { update, unmount: () => void unmount() };
    },
    prepareFiles: () => undefined,
    cacheFiles: () => Promise.resolve(),
    preloadFiles: () => Promise.resolve(false),
    prepareMount: () => Promise.resolve(false),
    prepareOpening: () => undefined,
    loadedFiles: () => Promise.resolve(null),
    // The palette is the composition's own: here it has the menu's entries alone.
    readFile: () => Promise.resolve(null),
    readOffer: () => Promise.resolve({ commands: [], searches: [] }),
    search: () => Promise.resolve([]),
    getSnapshot: () => ({}),
    subscribe: () => () => undefined,
  };
}

export function federationHost() {
  return null;
}
