import { setTimeout as pause } from 'node:timers/promises';
import {
  openStopList,
  signStopList,
  STOP_LIST_DAYS,
  stopListSchema,
  type Signer,
  type StopList,
  type StoppedArea,
  type StoppedCanary,
  type TrustedKey,
} from '@nemus/registry';
import { DAY, readCurrent, requireEntry } from './change';
import { requireNotice } from './notice';
import { parseJson } from './parse-json';
import { Refusal } from './refusal';
import type { AuditInput } from './store/audit';
import type { ReleaseStore } from './store/store';

/** Whose stop list is changed, where, and by whom. */
export interface StopRequest {
  readonly store: ReleaseStore;
  readonly environment: string;
  readonly who: string;
  readonly why: string;
  /** Signs for the operators. */
  readonly signer: Signer;
  /** Keys that the shell pins for operators: both the current and the new list must be signed with one of them. */
  readonly keys: readonly TrustedKey[];
  /** Days that browsers take the list as current without a newer one. */
  readonly validForDays?: number;
}

/** What users read of a stop. */
interface StopNotice {
  readonly reason: string;
  /** The author; by default the operators. */
  readonly by?: string;
}

export interface StopResult {
  readonly status: 'changed' | 'unchanged';
  readonly serial: number;
  readonly expiresAt: string;
  /** Areas that the list names now, so that the signer sees what they sign. */
  readonly stopped: readonly string[];
}

type Stops = Pick<StopList, 'areas' | 'canaries'>;
/** The new stops and the line for the audit log; `null` when nothing changes. */
type StopDecision = (Stops & Pick<AuditInput, 'action' | 'remote' | 'from' | 'to'>) | null;

/** Default validity of a list: renewed every few days, it never comes near its end. */
const STOPS_VALID_FOR_DAYS = 7;
/** Represents the whole environment in the audit log. */
const EVERY_AREA = '*';
/** Author of a stop that users read by default: the audit log names the account. */
const OPERATORS = 'Betrieb';
const ATTEMPTS = 100;

/**
 * Stops an area, or single releases of it, for all users at their next navigation. It needs no team's key, and no team
 * can undo it.
 *
 * @param request `reason` is German and shown to users, and so is `by`.
 */
export async function stopArea(
  request: StopRequest & StopNotice & { readonly remote: string; readonly versions?: readonly string[] },
): Promise<StopResult> {
  requireNotice(request);
  const { remote: name, reason, versions, by = OPERATORS } = request;
  return changeStops(request, ({ areas, canaries }, now) => {
    const before = areas.find((area) => area.name === name && isSame(area.versions, versions));
    if (before?.reason === reason && before.by === by) return null;
    const since = before?.since ?? now;
    const stop: StoppedArea = { name, ...(versions ? { versions: [...versions] } : {}), reason, by, since };
    const what = versions ? versions.join(', ') : 'all';
    return {
      areas: [...areas.filter((area) => area !== before), stop],
      canaries,
      action: 'stop',
      remote: name,
      from: before ? before.reason : null,
      to: `${what}: ${reason}`,
    };
  });
}

/** Ends the running canary, so that its version reaches no further users. */
export async function haltCanary(request: StopRequest & StopNotice & { readonly remote: string }): Promise<StopResult> {
  requireNotice(request);
  const { remote: name, reason, by = OPERATORS } = request;
  const { canary } = requireEntry(await readCurrent(request.store, request.environment), name);
  if (!canary) throw new Refusal('nothing-to-do', `"${name}" has no canary.`, 'Nothing has to be stopped.');
  const { version } = canary.pointer;
  return changeStops(request, ({ areas, canaries }, since) => {
    if (canaries.some((other) => other.name === name && other.version === version)) return null;
    const stop: StoppedCanary = { name, version, reason, by, since };
    const to = `canary ${version}: ${reason}`;
    return { areas, canaries: [...canaries, stop], action: 'stop', remote: name, from: null, to };
  });
}

/** Takes every stop of an area off the list. What its team switched off stays off. */
export function startArea(request: StopRequest & { readonly remote: string }): Promise<StopResult> {
  const { remote } = request;
  return changeStops(request, ({ areas, canaries }) => {
    const left = areas.filter(({ name }) => name !== remote);
    const leftCanaries = canaries.filter(({ name }) => name !== remote);
    if (left.length === areas.length && leftCanaries.length === canaries.length) return null;
    const from = [...areas, ...canaries].filter(({ name }) => name === remote).map(({ reason }) => reason);
    return { areas: left, canaries: leftCanaries, action: 'start', remote, from: from.join('; '), to: null };
  });
}

/**
 * Signs the list again before it expires; the first time, an empty one.
 *
 * @param request `unlessFresh`: leaves a list alone that has more than half of its validity left.
 */
export function renewStops(request: StopRequest & { readonly unlessFresh?: boolean }): Promise<StopResult> {
  return changeStops(request, ({ areas, canaries }, now, before, to) => {
    const half = new Date(now).getTime() + (validForOf(request) * DAY) / 2;
    const isOwn = before?.signature.keyId === request.signer.keyId;
    if (request.unlessFresh && before && isOwn && new Date(before.expiresAt).getTime() > half) return null;
    const from = before?.expiresAt ?? null;
    return { areas, canaries, action: 'stops-renew', remote: EVERY_AREA, from, to };
  });
}

/**
 * The stop list of an environment; `null` when there never was one. Refused without the signature of an operator's key:
 * signing it again would make a stranger's list the operators' own.
 */
export async function readStops(
  { store, environment }: Pick<StopRequest, 'store' | 'environment'>,
  keys: readonly TrustedKey[] | null,
): Promise<StopList | null> {
  const text = await store.readStops(environment);
  if (text === null) return null;
  if (!keys) {
    throw new Refusal(
      'untrusted',
      'No operators’ keys are given to check the list with.',
      "Add --trust with the shell's config.json.",
    );
  }
  const opened = await openStopList(text, { environment, now: new Date(), keys, kept: true });
  if (opened.ok) return opened.list;
  throw new Refusal(
    'untrusted',
    `The stop list of "${environment}" is none of an operator's.`,
    'Look at "npx --no-install @nemus/release history" for its author, and name the keys that the shell pins: --trust config.json.',
    { details: [opened.message] },
  );
}

const namesOf = ({ areas, canaries }: Stops) => [...new Set([...areas, ...canaries].map(({ name }) => name))];

/** The content of a stop list without a check of its signature: for display, and before a team's own switch. */
export function readUnchecked(text: string | null): StopList | null {
  return stopListSchema.safeParse(text === null ? null : parseJson(text)).data ?? null;
}

/**
 * Whether a stop list names an area as a whole. Used before a team's own switch, which has no operators' keys to check
 * the signature: browsers decide for themselves.
 */
export function namesStopped(text: string | null, remote: string): boolean {
  return readUnchecked(text)?.areas.some(({ name, versions }) => name === remote && versions === undefined) ?? false;
}

function validForOf({ validForDays = STOPS_VALID_FOR_DAYS }: StopRequest): number {
  if (validForDays <= STOP_LIST_DAYS) return validForDays;
  throw new Refusal(
    'untrusted',
    `Browsers refuse a stop list that is valid for more than ${STOP_LIST_DAYS} days.`,
    'Give --valid-for less, and renew in time.',
  );
}

async function changeStops(
  request: StopRequest,
  decide: (current: Stops, now: string, before: StopList | null, expiresAt: string) => StopDecision,
): Promise<StopResult> {
  const { store, environment, who, why, signer, keys } = request;
  const validFor = validForOf(request) * DAY;
  if (!keys.some(({ id }) => id === signer.keyId)) {
    throw new Refusal(
      'untrusted',
      `The key ${signer.keyId} is none of those that the shell pins for operators.`,
      'Name the right key, or add it to "stops.keys" of config.json first.',
    );
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await readStops(request, keys);
    const now = new Date();
    const current: Stops = { areas: before?.areas ?? [], canaries: before?.canaries ?? [] };
    const expiresAt = new Date(now.getTime() + validFor).toISOString();
    const decision = decide(current, now.toISOString(), before, expiresAt);
    if (!decision) {
      const kept = { serial: before?.serial ?? 0, expiresAt: before?.expiresAt ?? now.toISOString() };
      return { status: 'unchanged', ...kept, stopped: namesOf(current) };
    }
    const { areas, canaries, ...audit } = decision;
    const expected = before?.serial ?? 0;
    const times = { issuedAt: now.toISOString(), expiresAt };
    const list = await signStopList(
      { schema: 1, environment, serial: expected + 1, ...times, areas, canaries },
      signer,
    );
    const result = await store.writeStops({
      environment,
      expectedSerial: expected,
      list,
      audit: { who, why, ...audit },
    });
    if (result.ok) return { status: 'changed', serial: list.serial, expiresAt, stopped: namesOf(list) };
    await pause(Math.random() * Math.min(200, attempt * 10));
  }
  throw new Refusal('conflict', `Others kept writing the stop list of "${environment}".`, 'Run the command again.');
}

function isSame(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return JSON.stringify(a?.toSorted()) === JSON.stringify(b?.toSorted());
}
