import type { ComponentType } from 'react';
import type { Lifecycles } from '@nemus/contract';
import type { RemoteParts } from '@nemus/contract/react';

/** Root components by what an area's module exports in their place. */
const roots = new WeakMap<object, RemoteParts>();
const pieces = new WeakMap<object, Piece>();

/** A slot's component; its name decides its props, and `Slot` passes them on. */
export type Piece = ComponentType<object>;

function unused(): Promise<void> {
  return Promise.reject(new Error('One program mounts components, not lifecycles.'));
}

function placeholder(): Lifecycles {
  return { bootstrap: unused, mount: unused, update: unused, unmount: unused };
}

export function keepRoot(parts: RemoteParts): Lifecycles {
  const exported = placeholder();
  roots.set(exported, parts);
  return exported;
}

export function keepPiece(piece: Piece): Lifecycles {
  const exported = placeholder();
  pieces.set(exported, piece);
  return exported;
}

export function partsOf(exported: Lifecycles): RemoteParts {
  const parts = roots.get(exported);
  if (!parts) throw new Error('The module of an area was not made with defineRemote().');
  return parts;
}

export function pieceOf(exported: Lifecycles): Piece {
  const piece = pieces.get(exported);
  if (!piece) throw new Error('The module of a slot was not made with defineSlot().');
  return piece;
}
