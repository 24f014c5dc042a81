import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FailureKind } from '@nemus/contract';
import type { AreaHandle, AreaState } from '@nemus/loader';
import type { RegisteredRemote } from '@nemus/registry';
import { FailureCard } from '@nemus/ui';
import { usePortal } from '../portal/portal-context';
import { useRegistryRefresh } from '../registry/useRegistryRefresh';
import { AreaLoading } from './AreaLoading';
import { FAILURE_TEXTS } from './failure-texts';

/** Failures that a line which is back may have ended. */
const BY_THE_LINE: ReadonlySet<FailureKind> = new Set(['network', 'http', 'timeout', 'chunk', 'mount-timeout']);

/**
 * Shows one area. Give it the remote's name as its key: navigation inside the area keeps it mounted, another area
 * gets an outlet of its own.
 */
export function AreaOutlet({ remote, title }: { remote: RegisteredRemote; title: string }) {
  const { loader, config, registry, overrides, rememberStart } = usePortal();
  const { name } = remote;
  const host = useRef<HTMLDivElement>(null);
  const handle = useRef<AreaHandle | null>(null);
  const [state, setState] = useState<AreaState>({ phase: 'resolving' });
  const { refreshing, refresh } = useRegistryRefresh();

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let left = false;
    const mount = () => {
      if (!left) handle.current = loader.mountArea(name, element, setState);
    };
    // Whoever works in an area keeps what they opened; each opening takes the registry of its moment.
    const waits = [registry.renew(), overrides.pending()].filter((wait) => wait !== null);
    if (waits.length > 0) void Promise.all(waits).then(mount);
    else mount();
    return () => {
      left = true;
      void handle.current?.unmount();
      handle.current = null;
    };
  }, [loader, name, registry, overrides]);

  const ready = state.phase === 'ready';
  useEffect(() => {
    if (ready) void rememberStart(remote);
  }, [ready, remote, rememberStart]);

  const retry = async () => {
    // The area may have been repaired or switched on again meanwhile.
    await refresh();
    handle.current?.retry();
  };

  const failed = state.phase === 'failed';
  // What the line kept away is opened by itself when it is back.
  const waitsForLine = failed && BY_THE_LINE.has(state.failure.kind);
  const openAgain = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!waitsForLine) return undefined;
    window.addEventListener('online', openAgain);
    return () => window.removeEventListener('online', openAgain);
  }, [waitsForLine]);
  return (
    <>
      {failed ? (
        <FailureCard
          area={remote.title}
          reason={reasonOf(remote, state)}
          supportId={state.failure.supportId}
          supportEmail={config.supportEmail}
          onRetry={() => void retry()}
          retrying={refreshing}
          onPrevious={state.canUsePrevious ? () => handle.current?.usePrevious() : undefined}
          details={[
            ['Bereich', name],
            ['Version', state.failure.origin.version ?? 'unbekannt'],
            ['Team', state.failure.origin.team ?? 'unbekannt'],
            ['Art', state.failure.kind],
          ]}
        />
      ) : null}
      {failed || ready ? null : <AreaLoading title={title} />}
      {/* Hidden until it is mounted: an area that shows its own skeleton would stand below the shell's. */}
      <div ref={host} data-area={name} hidden={!ready} />
    </>
  );
}

function reasonOf(remote: RegisteredRemote, { failure }: Extract<AreaState, { phase: 'failed' }>): string {
  if (failure.kind === 'disabled' && remote.disabledReason) return remote.disabledReason;
  return FAILURE_TEXTS[failure.kind];
}
