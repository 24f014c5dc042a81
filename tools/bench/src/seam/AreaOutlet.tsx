/** Replaces the shell's `area/AreaOutlet.tsx`: an area is a lazy component in the shell's own tree. */
import { Suspense, useEffect, useMemo, type ComponentType } from 'react';
import type { MountProps, ReleaseInfo } from '@nemus/contract';
import { lateComponent, PortsProvider } from '@nemus/contract/react';
import type { RegisteredRemote } from '@nemus/registry';
import { AreaLoading, usePortal, useSkeleton } from '../../../../apps/shell/bench/outlet';
import { AREAS } from './areas';
import { portsOf } from './loader';
import { partsOf } from './roots';

function Waiting({ title = 'Bereich' }: { title?: string }) {
  return useSkeleton(true) ? <AreaLoading title={title} /> : null;
}

/** An area and its page were requested before they are opened; they are drawn as in the portal. */
const PAGES: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(AREAS).map(([name, load]) => {
    const root = async () => {
      const parts = partsOf((await load()).default);
      await parts.prepare?.(propsOf({ remote: name, title: name, team: name, version: '1' }));
      return { default: parts.root };
    };
    return [name, lateComponent(root, Waiting)];
  }),
);

function propsOf(release: ReleaseInfo): MountProps {
  return {
    ...portsOf(release),
    name: release.remote,
    domElement: document.body,
    reportFailure: (_kind, error) => reportError(error),
  };
}

export function AreaOutlet({ remote, title }: { remote: RegisteredRemote; title: string }) {
  const { rememberStart } = usePortal();
  const Page = PAGES[remote.name];
  const ports = useMemo(
    () => propsOf({ remote: remote.name, title: remote.title, team: remote.team, version: '1' }),
    [remote],
  );
  useEffect(() => void rememberStart(remote), [remote, rememberStart]);
  if (!Page) throw new Error(`The area "${remote.name}" is not part of the program.`);
  return (
    <PortsProvider value={ports}>
      <Suspense fallback={<Waiting title={title} />}>
        <div data-area={remote.name}>
          <Page />
        </div>
      </Suspense>
    </PortsProvider>
  );
}
