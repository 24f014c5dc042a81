/** Replaces the contract's `react/Slot.tsx`: a piece of another area is a lazy component. */
import { lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import type { SlotName, SlotProps } from '@nemus/contract';
import { SLOTS } from './areas';
import { pieceOf } from './roots';

const pieces: Readonly<Partial<Record<SlotName, LazyExoticComponent<ComponentType<object>>>>> = {
  'course-purchase': lazy(async () => ({ default: pieceOf((await SLOTS['course-purchase']()).default) })),
  'credit-balance': lazy(async () => ({ default: pieceOf((await SLOTS['credit-balance']()).default) })),
};

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
  const Shown: ComponentType<SlotProps[N]> | undefined = pieces[name];
  if (!Shown) return fallback;
  return (
    <Suspense fallback={loading}>
      <div data-slot={name}>
        <Shown {...props} />
      </div>
    </Suspense>
  );
}
