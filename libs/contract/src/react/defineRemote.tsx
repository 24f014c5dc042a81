import React, { useMemo, type ComponentType, type FunctionComponent } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { AppProps, LifeCycleFn } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import { withPatience } from '../patience';
import type { Lifecycles, MountProps, Ports } from '../ports';
import { slotPropsSchemas, type SlotName, type SlotProps } from '../slots';
import { PortsProvider } from './ports-context';
import { RemoteErrorBoundary } from './RemoteErrorBoundary';
import { slotLifecycles } from './slot-root';

/** What a remote is made of. */
export interface RemoteParts {
  readonly root: ComponentType;
  /**
   * Prefetches what the root renders first. Called by the shell before the first screen, and by every mount, which
   * waits for a limited time: the root renders a skeleton for what is still missing. Never rejects.
   */
  readonly prepare?: (ports: Ports) => Promise<void>;
  /** How long a mount waits for `prepare`, in milliseconds; not at all by default. */
  readonly prepareMs?: number;
}

/**
 * Makes the lifecycles of a remote from its root component, always with an error boundary: without one, a root that
 * throws in its first render would never finish mounting.
 */
export function defineRemote({ root: Root, prepare, prepareMs = 0 }: RemoteParts): Lifecycles {
  const lifecycles = lifecyclesOf(function RemoteRoot(props) {
    return (
      <PortsProvider value={props}>
        <Root />
      </PortsProvider>
    );
  });
  if (!prepare) return lifecycles;
  return {
    ...lifecycles,
    prepare,
    mount: async (props) => {
      if (props.earlyStart !== false) await withPatience(prepare(props), prepareMs);
      await lifecycles.mount(props);
    },
  };
}

/**
 * Makes the lifecycles of a slot: a component that another area shows. `frame` adds what it needs of its own area
 * (theme, data client), and is shared by all pieces that the area shows on a page. Props that the contract does not know
 * make the slot fail, so that the host shows the fallback.
 */
export function defineSlot<N extends SlotName>(
  name: N,
  {
    component: Piece,
    frame: Frame,
  }: { component: ComponentType<SlotProps[N]>; frame: ComponentType<{ children: React.ReactNode }> },
): Lifecycles {
  // Parsed again only when the host passes other props: a slot renders often.
  function Checked({ given }: { given: unknown }) {
    const known = useMemo(() => slotPropsSchemas[name].parse(given), [given]);
    return <Piece {...known} />;
  }
  return slotLifecycles(Frame, (given) => <Checked given={given} />);
}

/** Renders in the task of the mount: in one of its own, the area's place could be painted empty before it. */
const createSyncRoot: typeof ReactDOMClient.createRoot = (container, options) => {
  const root = ReactDOMClient.createRoot(container, options);
  return { render: (children) => flushSync(() => root.render(children)), unmount: () => root.unmount() };
};

function lifecyclesOf(rootComponent: FunctionComponent<MountProps>): Lifecycles {
  const { bootstrap, mount, update, unmount } = singleSpaReact<MountProps>({
    React,
    ReactDOMClient: { ...ReactDOMClient, createRoot: createSyncRoot },
    rootComponent,
    renderType: 'createRoot',
    errorBoundaryClass: RemoteErrorBoundary,
  });
  return {
    bootstrap: (props) => run(bootstrap, props),
    mount: (props) => run(mount, props),
    update: (props) => run(update, props),
    unmount: (props) => run(unmount, props),
  };
}

/**
 * Calls a lifecycle of single-spa-react. Its types require what single-spa itself would add (`singleSpa`,
 * `mountParcel`); the shell's outlet calls the lifecycles without single-spa, and the helper reads neither.
 */
async function run(lifecycle: LifeCycleFn<MountProps> | undefined, props: MountProps): Promise<void> {
  const withoutSingleSpa: MountProps & AppProps = { ...props, singleSpa: undefined, mountParcel: refuseParcel };
  await lifecycle?.(withoutSingleSpa);
}

const refuseParcel: AppProps['mountParcel'] = () => {
  throw new Error('Parcels are not part of the contract: show pieces of other areas through slots.');
};
