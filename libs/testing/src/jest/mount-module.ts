import type { FailureKind, Lifecycles, MountProps } from '@nemus/contract';
import { fakePorts, type FakePorts, type FakePortsOptions } from '../fake-ports';

/** A module of a remote, mounted as the shell mounts it. */
export interface MountedModule {
  readonly element: HTMLElement;
  readonly ports: FakePorts;
  /** What the module's boundary reported. */
  readonly failures: readonly { readonly kind: FailureKind; readonly error: unknown }[];
  update(slotProps: unknown): Promise<void>;
  unmount(): Promise<void>;
}

let mounts = 0;

/**
 * Mounts what a remote exposes (the default export of `src/app.tsx` or of a slot) with fake ports. `onPorts` is called
 * between the two.
 *
 * @example
 * const { element, ports, unmount } = await mountModule(app, { address: '/dashboard' });
 */
export async function mountModule(
  lifecycles: Lifecycles,
  options: FakePortsOptions & { slotProps?: unknown; onPorts?: () => void } = {},
): Promise<MountedModule> {
  const element = document.body.appendChild(document.createElement('div'));
  const ports = fakePorts(options);
  options.onPorts?.();
  const failures: { kind: FailureKind; error: unknown }[] = [];
  mounts += 1;
  const props: MountProps = {
    ...ports,
    name: `test#${mounts}`,
    domElement: element,
    reportFailure: (kind, error) => failures.push({ kind, error }),
    slotProps: options.slotProps,
  };
  // Required by React before rendering; the module has its own root, so there is nothing to act upon.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  await lifecycles.bootstrap(props);
  await lifecycles.mount(props);
  return {
    element,
    ports,
    failures,
    update: (slotProps) => lifecycles.update({ ...props, slotProps }),
    async unmount() {
      await lifecycles.unmount(props);
      element.remove();
    },
  };
}
