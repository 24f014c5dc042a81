import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SlotHandle, SlotState } from '../ports';
import type { SlotName, SlotProps } from '../slots';
import { usePorts } from './ports-context';

/**
 * A piece of another area inside this one. Shows `loading` while its remote loads, and `fallback` when the remote is
 * missing or fails. The host page stays usable in every case.
 */
export function Slot<N extends SlotName>({
  name,
  props,
  fallback,
  loading = null,
}: {
  name: N;
  props: SlotProps[N];
  fallback: ReactNode;
  loading?: ReactNode;
}) {
  const { slots } = usePorts();
  const host = useRef<HTMLDivElement>(null);
  const handle = useRef<SlotHandle<N> | null>(null);
  const latest = useRef(props);
  const [state, setState] = useState<SlotState>('loading');

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const mounted = slots.mount(name, element, latest.current, setState);
    handle.current = mounted;
    return () => {
      handle.current = null;
      mounted.unmount();
    };
  }, [slots, name]);

  // Callers write props inline, so their identity changes with every render; the content decides whether to update.
  const content = JSON.stringify(props);
  useEffect(() => {
    latest.current = props;
    handle.current?.update(props);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `content` stands for `props`
  }, [content]);

  return (
    <>
      {state === 'loading' && loading}
      {(state === 'missing' || state === 'failed') && fallback}
      <div ref={host} data-slot={name} hidden={state !== 'ready'} />
    </>
  );
}
