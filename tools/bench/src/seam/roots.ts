import type { ComponentType } from 'react';
import type { Lifecycles } from '@nemus/contract';

/** Root components by what an area's module exports in their place. */
const roots = new WeakMap<object, ComponentType>();
const pieces = new WeakMap<object, Piece>();

/** A slot's component; its name decides its props, and `Slot` passes them on. */
export type Piece = ComponentType<object>;

function unused(): Promise<void> {
  return Promise.reject(new Error('One program mounts components, not lifecycles.'));
}

function placeholder(): Lifecycles {
  return { bootstrap: unused, mount: unused, update: unused, unmount: unused };
}

export function keepRoot(root: ComponentType): Lifecycles {
  const exported = placeholder();
  roots.set(exported, root);
  return exported;
}

export function keepPiece(piece: Piece): Lifecycles {
  const exported = placeholder();
  pieces.set(exported, piece);
  return exported;
}

export function rootOf(exported: Lifecycles): ComponentType {
  const root = roots.get(exported);
  if (!root) throw new Error('The module of an area was not made with defineRemote().');
  return root;
}

export function pieceOf(exported: Lifecycles): Piece {
  const piece = pieces.get(exported);
  if (!piece) throw new Error('The module of a slot was not made with defineSlot().');
  return piece;
}
