import { USER_TYPES } from '@nemus/contract';
import type { RegistryDocument } from './registry';

/**
 * Reads a registry that was opened and stored earlier. Its signatures and collisions were checked then; this only
 * checks that the text has the expected shape. Written without a schema library: a hundred entries are parsed before
 * the first page of a start is rendered.
 *
 * @returns null for any other text, which is then opened like a new one
 */
export function readAccepted(text: string): RegistryDocument | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRegistry(value) ? value : null;
  } catch {
    return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isListOf = (value: unknown, isOne: (one: Fields) => boolean) =>
  Array.isArray(value) && value.every((one) => isObject(one) && isOne(one));
const isAbsentOr = (value: unknown, isOne: (one: Fields) => boolean) =>
  value === undefined || (isObject(value) && isOne(value));

function isRegistry(value: unknown): value is RegistryDocument {
  return (
    isObject(value) &&
    value.schema === 1 &&
    isText(value.environment) &&
    typeof value.revision === 'number' &&
    isText(value.issuedAt) &&
    isText(value.expiresAt) &&
    isListOf(value.remotes, isRemote) &&
    isAbsentOr(value.switches, isSwitches)
  );
}

function isRemote(remote: Fields): boolean {
  return (
    isText(remote.name) &&
    isText(remote.title) &&
    isText(remote.team) &&
    isListOf(remote.routes, isRoute) &&
    isListOf(remote.menu, isMenuEntry) &&
    isListOf(remote.slots, ({ name, expose }) => isText(name) && isText(expose)) &&
    typeof remote.enabled === 'boolean' &&
    (remote.disabledReason === undefined || isText(remote.disabledReason)) &&
    isObject(remote.stable) &&
    isPointer(remote.stable) &&
    isListOf(remote.lastGood, isPointer) &&
    isAbsentOr(remote.canary, isCanary) &&
    isAbsentOr(remote.canaryHalted, ({ version, at, reason }) => [version, at, reason].every(isText)) &&
    isAbsentOr(remote.signature, isSignature)
  );
}

const isSwitches = (switches: Fields) =>
  Object.values(switches).every((facts) => isObject(facts) && isText(facts.by) && isText(facts.since));
const isRoles = (roles: unknown) =>
  roles === undefined || (Array.isArray(roles) && roles.every((role) => USER_TYPES.includes(role)));
const isRoute = ({ path, layout, title, roles, access }: Fields) =>
  isText(path) &&
  (layout === 'shared' || layout === 'none') &&
  isText(title) &&
  isRoles(roles) &&
  (access === undefined || access === 'public');
const isMenuEntry = ({ id, path, label, icon, order, roles }: Fields) =>
  [id, path, label, icon].every(isText) && typeof order === 'number' && isRoles(roles);
const isPointer = ({ version, path, digest, contract }: Fields) => [version, path, digest, contract].every(isText);
const isCanary = ({ pointer, percent, cohorts, salt, bound }: Fields) =>
  isObject(pointer) &&
  isPointer(pointer) &&
  typeof percent === 'number' &&
  isTexts(cohorts) &&
  isText(salt) &&
  isAbsentOr(
    bound,
    ({ failureRate, minimumAccounts }) => typeof failureRate === 'number' && typeof minimumAccounts === 'number',
  );
const isSignature = ({ keyId, serial, issuedAt, expiresAt, value }: Fields) =>
  [keyId, issuedAt, expiresAt, value].every(isText) && typeof serial === 'number';
