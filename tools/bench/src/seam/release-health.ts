/** Replaces the shell's `health/release-health.ts`: one program has no releases of areas to watch. */
export function createReleaseHealth() {
  const nothing = () => undefined;
  return { note: nothing, flush: nothing, clear: nothing, dispose: nothing };
}

export function healthSender() {
  return () => Promise.resolve();
}

export const keepaliveReports = (send: typeof fetch) => send;
