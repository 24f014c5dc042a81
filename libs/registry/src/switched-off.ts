import { noticeText } from './notice-text';
import type { RegistryDocument } from './registry';
import type { StopList } from './stop-list';

/** Why an area is closed, by whom and since when, as far as known. Plain texts that may be shown on a page. */
export interface SwitchedOff {
  /** `stopped`: on the operators' signed list. `switched`: by the registry's switch, which is not signed. */
  readonly kind: 'stopped' | 'switched';
  /** German; null when there is none that may be shown. */
  readonly reason: string | null;
  readonly by: string | null;
  /** ISO 8601. */
  readonly since: string | null;
}

/**
 * What is known of a closed area; null for one that is open.
 *
 * @param document The registry that the portal uses, without stopped areas and releases.
 * @param list The valid stop list.
 */
export function switchedOff(document: RegistryDocument, list: StopList | null, name: string): SwitchedOff | null {
  const remote = document.remotes.find((one) => one.name === name);
  if (!remote || remote.enabled) return null;
  const own = list?.areas.filter((area) => area.name === name) ?? [];
  const stop =
    own.find(({ versions }) => versions === undefined) ??
    own.find(({ versions }) => versions?.includes(remote.stable.version));
  if (stop && stop.reason === remote.disabledReason) {
    const { reason, by, since } = stop;
    const text = (value: string) => noticeText(value, { signed: true });
    return { kind: 'stopped', reason: text(reason), by: text(by), since };
  }
  const text = (value: string | undefined) => (value === undefined ? null : noticeText(value, { signed: false }));
  const facts = document.switches && Object.hasOwn(document.switches, name) ? document.switches[name] : undefined;
  return { kind: 'switched', reason: text(remote.disabledReason), by: text(facts?.by), since: facts?.since ?? null };
}
