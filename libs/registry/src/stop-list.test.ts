import { generateKeyPair, openSigner, type KeyPairText, type Signer } from './keys';
import { CLOCK_TOLERANCE } from './replay';
import { openStopList, signStopList, stopListPath, stopListStamp, STOP_LIST_DAYS, type StopList } from './stop-list';
import { signEntry } from './signature';
import { sampleEntry } from './samples';
import type { TrustedKey } from './signature-schema';

const now = new Date('2026-06-15T00:00:00.000Z');
const at = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms).toISOString();
const STOP = { name: 'alpha', reason: 'Wir warten die Termine.', by: 'operator', since: at(-1) };
const LIST = {
  schema: 1,
  environment: 'test',
  serial: 5,
  issuedAt: at(-1),
  expiresAt: at(6),
  areas: [STOP],
  canaries: [],
} as const;

interface Operator {
  readonly pair: KeyPairText;
  readonly signer: Signer;
}
let operator: Operator;
let stranger: Operator;

async function newOperator(): Promise<Operator> {
  const pair = await generateKeyPair();
  return { pair, signer: await openSigner(pair) };
}
beforeAll(async () => {
  operator = await newOperator();
  stranger = await newOperator();
});

const pin = ({ pair: { keyId: id, publicKey } }: Operator, change: Partial<TrustedKey> = {}): TrustedKey => ({
  id,
  publicKey,
  ...change,
});
const signed = (change: Partial<Omit<StopList, 'signature'>> = {}, by = operator) =>
  signStopList({ ...LIST, areas: [...LIST.areas], canaries: [], ...change }, by.signer);
const open = (list: object | string, change: Partial<Parameters<typeof openStopList>[1]> = {}) =>
  openStopList(typeof list === 'string' ? list : JSON.stringify(list), {
    environment: 'test',
    now,
    keys: [pin(operator)],
    ...change,
  });

it('is taken when the operator signed it', async () => {
  const list = await signed();
  expect(await open(list)).toEqual({ ok: true, list });
});

it.each<[string, () => Promise<object | string> | object | string, RegExp]>([
  ['an empty answer', () => '', /malformed/],
  ['a page', () => '<!doctype html>', /malformed/],
  ['null', () => 'null', /malformed/],
  ['no signature', () => LIST, /malformed/],
  ['an unknown field', async () => ({ ...(await signed()), note: 'x' }), /malformed/],
  ['an area in capitals', () => signed({ areas: [{ ...STOP, name: 'Alpha' }] }), /malformed/],
  ['a stranger', () => signed({}, stranger), /not pinned/],
  [
    'a stranger under the key of the operator',
    async () => {
      const { signature, ...list } = await signed({}, stranger);
      return { ...list, signature: { ...signature, keyId: operator.pair.keyId } };
    },
    /does not match/,
  ],
  ['a stop less', async () => ({ ...(await signed()), areas: [] }), /does not match/],
  ['a longer life', async () => ({ ...(await signed()), expiresAt: at(8) }), /does not match/],
  ['a higher serial', async () => ({ ...(await signed()), serial: 6 }), /does not match/],
  ['another environment', () => signed({ environment: 'staging' }), /for "staging"/],
  ['its time over', () => signed({ expiresAt: at(0) }), /expired/],
  ['a time to come', () => signed({ issuedAt: at(0, CLOCK_TOLERANCE + 1) }), /still to come/],
  ['a life too long', () => signed({ issuedAt: at(0), expiresAt: at(STOP_LIST_DAYS, 1) }), /more than 14 days/],
])('is not taken with %s', async (_case, make, message) => {
  expect(await open(await make())).toEqual({ ok: false, message: expect.stringMatching(message) });
});

it('is not an area’s entry, whatever the signer', async () => {
  const stamp = { environment: 'test', serial: 1, issuedAt: new Date(at(-1)), expiresAt: new Date(at(6)) };
  const { signature } = await signEntry(sampleEntry('alpha'), operator.signer, stamp);
  const list = { ...LIST, signature: { keyId: operator.pair.keyId, value: signature?.value } };
  expect(await open(list)).toMatchObject({ ok: false, message: expect.stringMatching(/does not match/) });
});

it.each<[string, Partial<TrustedKey>, string | null]>([
  ['before it begins', { notBefore: at(0, 1) }, 'The stop list is signed with a key that is not valid yet.'],
  ['from its first moment', { notBefore: at(0), notAfter: at(1) }, null],
  ['to its last', { notBefore: at(-1), notAfter: at(0, 1) }, null],
  ['after it ended', { notAfter: at(0) }, 'The stop list is signed with a key that is no longer valid.'],
])('checks the key’s validity period: %s', async (_case, change, message) => {
  const list = await signed();
  expect(await open(list, { keys: [pin(operator, change)] })).toEqual(
    message === null ? { ok: true, list } : { ok: false, message },
  );
});

it('lies beside the registry of its environment', () => {
  expect(stopListPath('staging')).toBe('registry/staging.stops.json');
});

it('is not taken when a later one was seen', async () => {
  const seen = [stopListStamp(await signed({ serial: 6, issuedAt: at(0) }))];
  expect(await open(await signed(), { seen })).toMatchObject({ ok: false, message: expect.stringMatching(/serial 6/) });
  // Signed later, after the store was recreated.
  expect(await open(await signed({ serial: 1, issuedAt: at(0, 1) }), { seen })).toMatchObject({ ok: true });
  // The same one again.
  expect(await open(await signed({ serial: 6, issuedAt: at(0) }), { seen })).toMatchObject({ ok: true });
});

it('starts over with a new key, but what the old one signed before does not come back', async () => {
  const keys = [pin(operator), pin(stranger)];
  const seen = [stopListStamp(await signed({ serial: 9_007_199_254_740_991 }))];
  expect(await open(await signed({ serial: 1, issuedAt: at(0) }, stranger), { keys, seen })).toMatchObject({
    ok: true,
  });
  const after = [...seen, stopListStamp(await signed({ serial: 1, issuedAt: at(0) }, stranger))];
  expect(await open(await signed({ areas: [] }), { keys, seen: after })).toMatchObject({ ok: false });
});

describe('a kept list, when no newer one can be read', () => {
  const kept = { kept: true };

  it('stays valid past its end, and past the end of its key', async () => {
    const list = await signed({ expiresAt: at(0) });
    expect(await open(list, kept)).toEqual({ ok: true, list });
    expect(await open(list, { ...kept, keys: [pin(operator, { notAfter: at(-2) })] })).toMatchObject({ ok: true });
  });

  it('does not count under a key that was taken off the list, or when it was changed', async () => {
    expect(await open(await signed(), { ...kept, keys: [pin(stranger)] })).toMatchObject({ ok: false });
    expect(await open({ ...(await signed()), areas: [] }, kept)).toMatchObject({ ok: false });
    expect(await open(await signed(), { ...kept, environment: 'staging' })).toMatchObject({ ok: false });
  });
});
