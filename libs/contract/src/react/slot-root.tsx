import { memo, startTransition, useLayoutEffect, type ComponentType, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Lifecycles, MountProps } from '../ports';
import { PortsProvider } from './ports-context';
import { RemoteErrorBoundary } from './RemoteErrorBoundary';

/** What all pieces of an area share: theme, data client, query cache. */
type SlotFrame = ComponentType<{ children: ReactNode }>;

/** One mount of a slot. */
interface Piece {
  readonly props: MountProps;
  readonly draw: (slotProps: unknown) => ReactNode;
  readonly onDrawn: () => void;
}

/** Roots of the pieces on the page. */
const roots = new Set<SlotRoot>();

/**
 * The lifecycles of a slot. All pieces that an area shows on a page have one React root, with one frame and one cache,
 * each in its own element and behind its own boundary: with a root each, a catalogue's 24 cards would read the same
 * data 24 times.
 */
export function slotLifecycles(frame: SlotFrame, draw: Piece['draw']): Lifecycles {
  const rootOf = ({ name }: MountProps) => [...roots].find((root) => root.has(name));
  return {
    bootstrap: () => Promise.resolve(),
    mount: async (props) => {
      const root = [...roots].find((one) => one.fits(frame, props)) ?? new SlotRoot(frame, props);
      await root.show({ props, draw }, startTransition);
    },
    update: async (props) => rootOf(props)?.show({ props, draw }),
    unmount: async (props) => rootOf(props)?.remove(props.name),
  };
}

class SlotRoot {
  readonly #frame: SlotFrame;
  readonly #first: MountProps;
  readonly #userId: string | null;
  readonly #root = createRoot(document.createElement('div'));
  readonly #pieces = new Map<string, Piece>();
  #hasFailed = false;

  constructor(frame: SlotFrame, first: MountProps) {
    this.#frame = frame;
    this.#first = first;
    this.#userId = first.session.getSnapshot().userId;
    roots.add(this);
  }

  /** Whether a piece may join: not after the frame has failed, and not that of another account or release. */
  fits(frame: SlotFrame, { session, supabase, release }: MountProps): boolean {
    const first = this.#first;
    const isSameAccount = session === first.session && session.getSnapshot().userId === this.#userId;
    const isSameRelease = release.remote === first.release.remote && release.version === first.release.version;
    return !this.#hasFailed && frame === this.#frame && isSameAccount && isSameRelease && supabase === first.supabase;
  }

  has(name: string): boolean {
    return this.#pieces.has(name);
  }

  /** Draws a piece, or draws it again with other props; resolves when it is drawn. */
  show(piece: Omit<Piece, 'onDrawn'>, schedule: (draw: () => void) => void = (draw) => draw()): Promise<void> {
    return new Promise((onDrawn) => {
      this.#pieces.set(piece.props.name, { ...piece, onDrawn });
      // New pieces yield to input: many of them appear at once.
      schedule(() => this.#draw());
    });
  }

  /** Takes a piece out, in a task of its own: its host may be rendering. */
  async remove(name: string): Promise<void> {
    this.#pieces.delete(name);
    await Promise.resolve();
    if (this.#pieces.size > 0) flushSync(() => this.#draw());
    else if (roots.delete(this)) this.#root.unmount();
  }

  #draw() {
    const Frame = this.#frame;
    this.#root.render(
      <RemoteErrorBoundary reportFailure={this.#fail}>
        <PortsProvider value={this.#first}>
          <Frame>
            {[...this.#pieces].map(([name, piece]) =>
              createPortal(<Place key={name} piece={piece} />, piece.props.domElement, name),
            )}
          </Frame>
        </PortsProvider>
      </RemoteErrorBoundary>,
    );
  }

  /** The frame itself failed, and with it every piece. */
  readonly #fail: MountProps['reportFailure'] = (kind, error) => {
    this.#hasFailed = true;
    for (const { props, onDrawn } of this.#pieces.values()) {
      props.reportFailure(kind, error);
      onDrawn();
    }
  };
}

/** A piece in its element. Not drawn again because another one has changed. */
const Place = memo(function Place({ piece: { props, draw, onDrawn } }: { piece: Piece }) {
  // Outside of the boundary: a piece that fails has finished drawing too.
  useLayoutEffect(onDrawn, [onDrawn]);
  return (
    <RemoteErrorBoundary reportFailure={props.reportFailure}>
      <PortsProvider value={props}>{draw(props.slotProps)}</PortsProvider>
    </RemoteErrorBoundary>
  );
});
