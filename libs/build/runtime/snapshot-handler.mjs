/**
 * Replaces the federation's snapshots, which describe remotes by manifests: the shell has release documents instead
 * (decision record 0002), and its build leaves out the plugin that would ask for snapshots.
 */
export class SnapshotHandler {
  hooks = { applyPlugin: () => undefined };
  manifestCache = new Map();
}

/** Nothing is known of a remote beyond its registration. */
export const getGlobalRemoteInfo = () => ({});
