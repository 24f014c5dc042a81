import type { RemoteFailure } from '@nemus/contract';
import type { MissingNames } from '@nemus/registry';

/** State of a mount. `closed` is final. */
export type AreaPhase = 'resolving' | 'verifying' | 'loading' | 'mounting' | 'ready' | 'failed' | 'closed';

/** What moves a mount. `restarted`: a further attempt begins, automatically or at the user's request. */
export type AreaEvent = 'chosen' | 'verified' | 'loaded' | 'mounted' | 'restarted' | 'failed' | 'closed';

const TRANSITIONS: Readonly<Record<AreaPhase, Partial<Record<AreaEvent, AreaPhase>>>> = {
  resolving: { chosen: 'verifying', failed: 'failed', restarted: 'resolving', closed: 'closed' },
  verifying: { verified: 'loading', failed: 'failed', restarted: 'resolving', closed: 'closed' },
  loading: { loaded: 'mounting', failed: 'failed', restarted: 'resolving', closed: 'closed' },
  mounting: { mounted: 'ready', failed: 'failed', restarted: 'resolving', closed: 'closed' },
  ready: { failed: 'failed', restarted: 'resolving', closed: 'closed' },
  failed: { restarted: 'resolving', closed: 'closed' },
  closed: {},
};

/** The phase after an event, or null when the event is ignored in this phase: it came too late. */
export function transition(phase: AreaPhase, event: AreaEvent): AreaPhase | null {
  return TRANSITIONS[phase][event] ?? null;
}

/** What the shell renders for one mount. */
export type AreaState =
  | { readonly phase: 'resolving' | 'verifying' | 'loading' | 'mounting' }
  | {
      readonly phase: 'ready';
      /** An earlier release is shown in place of the current one. */
      readonly isPrevious?: true;
    }
  | {
      readonly phase: 'failed';
      readonly failure: RemoteFailure;
      /** What the release uses and this shell does not have, when that was the failure. */
      readonly missing?: readonly MissingNames[];
      /** Another release of the area can be tried. */
      readonly canUsePrevious: boolean;
    };
