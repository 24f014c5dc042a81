import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FailureKind } from '@nemus/contract';
import type { Access, AreaHandle, AreaState } from '@nemus/loader';
import type { RegisteredRemote } from '@nemus/registry';
import { Banner, FailureCard } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { usePortal } from '../portal/portal-context';
import { useRegistryRefresh } from '../portal/useRegistryRefresh';
import { AreaLoading } from './AreaLoading';
import { ClosedArea } from './ClosedArea';
import { FAILURE_TEXTS } from './failure-texts';
import { useSkeleton } from './useSkeleton';
import { missingText } from '@nemus/host/registry/missing-text';

/** The rendered state of a running mount, without its single steps. */
const UNDER_WAY: AreaState = { phase: 'resolving' };

const PREVIOUS_TEXT =
  'Sie sehen eine frühere Version dieses Bereichs, weil die aktuelle gerade nicht funktioniert. Wenn Sie die Seite neu laden, wird die aktuelle wieder versucht.';

/** Failures that a restored connection may have ended. */
const BY_THE_LINE: ReadonlySet<FailureKind> = new Set(['network', 'http', 'timeout', 'chunk', 'mount-timeout']);

interface AreaProps {
  readonly remote: RegisteredRemote;
  readonly title: string;
  /** Of the route at this address. */
  readonly access?: Access;
}

/**
 * Shows one area. Give it the remote's name as its key: navigation inside the area keeps it mounted, another area gets
 * its own outlet. An area that is closed meanwhile is replaced by the notice at its next page, so that input on the
 * current one is kept.
 */
export function AreaOutlet(props: AreaProps) {
  const { remote } = props;
  const { closed, look } = useClosedMeanwhile(remote.name);
  const { refreshing, refresh } = useRegistryRefresh();
  if (!closed) return <MountedArea {...props} />;
  return <ClosedArea remote={remote} onRetry={() => void refresh().then(look)} retrying={refreshing} />;
}

/** The area itself, or a notice in its place. */
function MountedArea({ remote, title, access }: AreaProps) {
  const { loader, config, registry, overrides, rememberStart, prepareMenu } = usePortal();
  const { name } = remote;
  const host = useRef<HTMLDivElement>(null);
  const handle = useRef<AreaHandle | null>(null);
  const [state, setState] = useState<AreaState>(UNDER_WAY);
  const { refreshing, refresh } = useRegistryRefresh();

  const opening = useRef({ left: false });
  // Before the frame is painted: a page that has already rendered is laid out once, together with its frame.
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const follow = (next: AreaState) => setState(isOver(next) ? next : UNDER_WAY);
    const mine = { left: false };
    opening.current = mine;
    const mount = () => {
      if (!mine.left) handle.current = loader.mountArea(name, element, follow, access);
    };
    // An open area keeps its release; each opening uses the current registry.
    const waits = [registry.renew(), overrides.pending()].filter((wait) => wait !== null);
    if (waits.length > 0) void Promise.all(waits).then(mount);
    else mount();
  }, [loader, name, access, registry, overrides]);
  useEffect(() => {
    const mine = opening.current;
    return () => {
      mine.left = true;
      const leaving = handle.current;
      handle.current = null;
      // Not in the effect: React cannot unmount another root while it renders.
      if (leaving) queueMicrotask(() => void leaving.unmount());
    };
  }, [loader, name, access, registry, overrides]);

  const ready = state.phase === 'ready';
  useEffect(() => {
    if (!ready) return;
    void rememberStart(remote);
    prepareMenu(name);
  }, [ready, remote, name, rememberStart, prepareMenu]);

  const retry = async () => {
    // The area may have been repaired or switched on again meanwhile.
    await refresh();
    handle.current?.retry();
  };

  const failed = state.phase === 'failed';
  const skeleton = useSkeleton(!failed && !ready, () => !hasDrawn(host.current));
  // Retries automatically after an offline failure.
  const waitsForLine = failed && BY_THE_LINE.has(state.failure.kind);
  const openAgain = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!waitsForLine) return undefined;
    window.addEventListener('online', openAgain);
    return () => window.removeEventListener('online', openAgain);
  }, [waitsForLine]);
  // In development, a changed source may have repaired the area (libs/build/runtime/refresh.mjs).
  const onRefreshed = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && event.detail === name) void retry();
  });
  useEffect(() => {
    if (process.env['NODE_ENV'] !== 'development' || !failed) return undefined;
    window.addEventListener('nemus:refreshed', onRefreshed);
    return () => window.removeEventListener('nemus:refreshed', onRefreshed);
  }, [failed]);
  const isOff = failed && state.failure.kind === 'disabled';
  return (
    <>
      {isOff ? <ClosedArea remote={remote} onRetry={() => void retry()} retrying={refreshing} /> : null}
      {failed && !isOff ? (
        <FailureCard
          area={remote.title}
          reason={FAILURE_TEXTS[state.failure.kind]}
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
            // The only kind whose text contains nothing but versions, names and dates.
            ...(state.failure.kind === 'contract'
              ? ([['Grund', state.missing ? missingText(state.missing) : state.failure.message]] as const)
              : []),
          ]}
        />
      ) : null}
      {state.phase === 'ready' && state.isPrevious ? <Banner tone="warning">{PREVIOUS_TEXT}</Banner> : null}
      {skeleton ? <AreaLoading title={title} /> : null}
      {/*
       * Its content is visible at once, in the task of the click when everything has loaded. It is only hidden
       * below the shell's skeleton until it is mounted: an area shows its own skeletons.
       */}
      <div ref={host} data-area={name} hidden={failed || skeleton} />
    </>
  );
}

const isOver = ({ phase }: AreaState) => phase === 'ready' || phase === 'failed';

/** Whether the area's root, the child of its host, has rendered anything. */
const hasDrawn = (host: HTMLElement | null) => (host?.firstElementChild?.childElementCount ?? 0) > 0;

/**
 * Whether the open area was closed: checked with the current registry at every page of it. An override keeps it open.
 */
function useClosedMeanwhile(name: string): { closed: boolean; look: () => void } {
  const { registry, overrides } = usePortal();
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  const [closed, setClosed] = useState(false);
  const isClosed = useCallback(() => {
    const remote = registry.store.getState().document?.remotes.find((one) => one.name === name);
    return remote?.enabled === false && overrides.of(name) === null;
  }, [registry, overrides, name]);
  useEffect(() => {
    if (seen.current === pathname) return undefined;
    seen.current = pathname;
    let left = false;
    void Promise.resolve(registry.renew()).then(() => {
      if (!left) setClosed(isClosed());
    });
    return () => {
      left = true;
    };
  }, [registry, isClosed, pathname]);
  return { closed, look: () => setClosed(isClosed()) };
}
