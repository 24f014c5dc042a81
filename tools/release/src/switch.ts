import { switchedEntry } from '@nemus/registry';
import { changeEntry, requireEntry, type ChangeResult } from './change';
import type { ChangeRequest } from './change-request';
import { Refusal } from './refusal';
import { requireNotice } from './notice';
import { namesStopped } from './stops';

/**
 * Switches an area off for all users, at their next navigation. Needs no team's key: an operator can do it.
 *
 * @param request `reason` is German and shown to users, and so is `by`, its author (default: the team, or the operators
 * where the store knows them); `why` is for the audit log.
 */
export async function disableRemote(
  request: ChangeRequest & { readonly reason: string; readonly by?: string },
): Promise<ChangeResult> {
  requireNotice(request);
  return changeEntry(request, (current) => {
    const { name, team, enabled, disabledReason, stable } = requireEntry(current, request.remote);
    if (!enabled && disabledReason === request.reason) return null;
    return {
      entry: switchedEntry(current.raw.get(name) ?? {}, request.reason),
      keepsSignature: true,
      switched: { by: request.by ?? null, team },
      audit: {
        action: 'disable',
        from: enabled ? stable.version : `off: ${disabledReason}`,
        to: `off: ${request.reason}`,
      },
    };
  });
}

/** Switches an area on again, unless an operator has stopped it: stops take precedence. */
export async function enableRemote(request: ChangeRequest): Promise<ChangeResult> {
  const { store, environment, remote } = request;
  return changeEntry(request, async (current) => {
    if (namesStopped(await store.readStops(environment), remote)) {
      throw new Refusal(
        'forbidden',
        `An operator has stopped "${remote}"; only an operator starts it.`,
        `Ask one: "npx --no-install @nemus/release start ${remote} --why <text>" takes the operators' key (NEMUS_OPERATOR_KEY).`,
      );
    }
    const { name, enabled, disabledReason, stable } = requireEntry(current, request.remote);
    if (enabled) return null;
    return {
      entry: switchedEntry(current.raw.get(name) ?? {}, null),
      keepsSignature: true,
      audit: { action: 'enable', from: `off: ${disabledReason}`, to: stable.version },
    };
  });
}

/** Takes an area out of an environment: its paths are free for others, its releases stay in the store. */
export async function retireRemote(request: ChangeRequest): Promise<ChangeResult> {
  return changeEntry(request, (current) => {
    const { stable } = requireEntry(current, request.remote);
    return { entry: null, audit: { action: 'retire', from: stable.version, to: null } };
  });
}
