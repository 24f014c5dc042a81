/** Stands in for the shell's `area/AreaOutlet.tsx`: an area is a lazy component in the shell's own tree. */
import { lazy, Suspense, useEffect, useMemo, type ComponentType } from 'react';
import type { MountProps } from '@nemus/contract';
import { lateComponent, PortsProvider } from '@nemus/contract/react';
import type { RegisteredRemote } from '@nemus/registry';
import { AreaLoading } from '../../../../apps/shell/src/area/AreaLoading';
import { usePortal } from '../../../../apps/shell/src/portal/portal-context';
import { AREAS } from './areas';
import { portsOf } from './loader';
import { rootOf } from './roots';

/** The tuned monolith has requested an area before it is opened, and draws it as the portal draws its late parts. */
declare const NEMUS_BENCH_PRELOAD: boolean;

const Waiting = () => <AreaLoading title="Bereich" />;

const PAGES: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(AREAS).map(([name, load]) => {
    const root = async () => ({ default: rootOf((await load()).default) });
    return [name, NEMUS_BENCH_PRELOAD ? lateComponent(root, Waiting) : lazy(root)];
  }),
);

export function AreaOutlet({ remote, title }: { remote: RegisteredRemote; title: string }) {
  const { rememberStart } = usePortal();
  const Page = PAGES[remote.name];
  const ports = useMemo<MountProps>(
    () => ({
      ...portsOf({ remote: remote.name, title: remote.title, team: remote.team, version: '1' }),
      name: remote.name,
      domElement: document.body,
      reportFailure: (_kind, error) => reportError(error),
    }),
    [remote],
  );
  useEffect(() => void rememberStart(remote), [remote, rememberStart]);
  if (!Page) throw new Error(`The area "${remote.name}" is not part of the program.`);
  return (
    <PortsProvider value={ports}>
      <Suspense fallback={<AreaLoading title={title} />}>
        <div data-area={remote.name}>
          <Page />
        </div>
      </Suspense>
    </PortsProvider>
  );
}
