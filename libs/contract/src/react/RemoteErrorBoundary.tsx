import { Component, type ReactNode } from 'react';
import type { MountProps } from '../ports';

/** Names under which browsers and bundlers report a chunk that could not be loaded. */
const CHUNK_ERROR = /ChunkLoadError|Loading (CSS )?chunk|dynamically imported module/i;

/**
 * The last boundary of a remote: catches what none of its own boundaries caught and tells the shell, which removes the
 * root and shows the failure card. It renders nothing itself, so a broken area is never half visible.
 */
export class RemoteErrorBoundary<P extends Pick<MountProps, 'reportFailure'>> extends Component<
  P & { children?: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.props.reportFailure(CHUNK_ERROR.test(text) ? 'chunk' : 'render', error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
