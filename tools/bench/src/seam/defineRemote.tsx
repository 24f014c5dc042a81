/** Replaces the contract's `react/defineRemote.tsx`: an area is a component of the same tree. */
import type { ComponentType } from 'react';
import type { Lifecycles, SlotName, SlotProps } from '@nemus/contract';
import type { RemoteParts } from '@nemus/contract/react';
import { keepPiece, keepRoot, type Piece } from './roots';

export function defineRemote(parts: RemoteParts): Lifecycles {
  return keepRoot(parts);
}

export function defineSlot<N extends SlotName>(
  _name: N,
  { component }: { component: ComponentType<SlotProps[N]> },
): Lifecycles {
  // The slot's name and its props belong together; `Slot` passes on what the contract says for the name.
  return keepPiece(component as Piece);
}
