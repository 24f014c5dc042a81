import type { LoaderEvent } from '@nemus/loader';
import type { AreaStart } from './area-starts';
import type { Telemetry } from './telemetry';
import { traceOf } from './trace';

/** Records the loader's events, under the name of their release. */
export function reportLoading(telemetry: Pick<Telemetry, 'report'>, event: LoaderEvent, start: AreaStart | null): void {
  const { name, remote, version, team, expose, ms } = event;
  const owner = { remote, version, team };
  switch (name) {
    case 'phase':
      telemetry.report(
        { name: 'area-phase', data: { phase: event.phase, expose, ms: Math.round(ms), ...start } },
        owner,
      );
      return;
    case 'failure':
      telemetry.report(
        {
          name: 'area-failure',
          message: event.message,
          data: {
            kind: event.kind,
            expose,
            ms: Math.round(ms),
            supportId: event.supportId,
            next: event.next,
            ...traceOf(event.error),
          },
        },
        owner,
      );
      return;
    case 'ahead':
      // The mount that follows has its own events.
      return;
    case 'trouble':
      telemetry.report({ name: 'area-trouble', message: event.message, data: { kind: event.kind, expose } }, owner);
      return;
  }
}
