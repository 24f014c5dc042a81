/**
 * What a start without a connection shows: the last profile and the reads that areas have marked for it. For one
 * account, encrypted (AES-GCM) with a key that no code can export. Decision record 0021 says what this protects from.
 */
import { PORTAL_EVENT_NAMES, userTypeSchema, type KeptRead, type Profile } from '@nemus/contract';
import { z } from 'zod';
import { forgetDevice } from './forget-device';
import { deviceBox, type DeviceBox, type SealedCopy } from './device-box';

/** The copy is dropped this long after the last answer, in milliseconds: a week between two connections. */
export const COPY_MS = 7 * 24 * 3_600_000;
/** A clock may be set back by this much, in milliseconds. Further back, the age of the copy is unknown. */
const CLOCK_MS = 3_600_000;
/** Number of stored reads; the oldest ones are dropped. */
const MOST = 30;
const LOCK = 'nemus-device';

const profileSchema = z.object({
  userId: z.string(),
  userType: userTypeSchema,
  firstName: z.string(),
  lastName: z.string(),
  institutionName: z.string().nullable(),
  email: z.string(),
  rights: z.array(z.string()),
  institutionId: z.string().nullable().optional(),
});

const readSchema = z.object({
  shape: z.string(),
  key: z.array(z.unknown()),
  data: z.unknown(),
  readAt: z.number(),
  endsWith: z.array(z.enum(PORTAL_EVENT_NAMES)),
  offlinePage: z.string(),
});
/** A read on the device. */
export interface DeviceRead extends KeptRead {
  /** Of the release that made the read: another one may expect other data. */
  readonly shape: string;
  readonly offlinePage: string;
}

const copySchema = z.object({ profile: profileSchema, answeredAt: z.number(), reads: z.array(readSchema) });
/** What is stored of an account. */
export interface DeviceCopy {
  readonly profile: Profile;
  /** When the backend last answered, in milliseconds of `Date.now()`. */
  readonly answeredAt: number;
  readonly reads: readonly DeviceRead[];
}

/** What is stored of the account; null when there is nothing, or nothing that may still be shown. */
export async function readDeviceCopy(userId: string, box: DeviceBox = deviceBox): Promise<DeviceCopy | null> {
  const sealed = await box.read();
  return sealed && open(sealed, userId);
}

/** What is stored of an account, and was read by a release; empty for another account or release. */
export type StoredReads = (userId: string | undefined, shape: string) => readonly DeviceRead[];

/** The reads of a copy, for its account and for the releases that made them. */
export const storedReadsOf =
  ({ profile, reads }: DeviceCopy): StoredReads =>
  (userId, shape) =>
    userId === profile.userId ? reads.filter((read) => read.shape === shape) : [];

/**
 * Stores what was just read, beside earlier reads of the account. Rejects where the browser stores nothing, or no more.
 *
 * @param isAllowed whether the account may still be stored, asked when it is written
 */
export async function writeReads(
  profile: Profile,
  reads: readonly DeviceRead[],
  isAllowed: () => boolean,
  box: DeviceBox = deviceBox,
): Promise<void> {
  // Tabs would overwrite each other's reads.
  await navigator.locks.request(LOCK, async () => {
    const { userId } = profile;
    const sealed = await box.read().catch(() => null);
    const before = sealed && (await open(sealed, userId));
    const copy: DeviceCopy = {
      profile,
      answeredAt: Date.now(),
      reads: [
        ...(before?.reads ?? []).filter(
          (old) => Date.now() - old.readAt < COPY_MS && !reads.some((read) => replaces(read, old)),
        ),
        ...reads,
      ]
        .toSorted((a, b) => b.readAt - a.readAt)
        .slice(0, MOST),
    };
    await box.write(await seal(copy, (before && sealed?.key) ?? (await newKey())), isAllowed);
    // Opening the database may have created it again.
    if (!isAllowed()) forgetDevice();
  });
}

/** A newer answer, or that of another release of the area. */
function replaces(read: DeviceRead, old: DeviceRead): boolean {
  const areaOf = ({ shape }: DeviceRead) => shape.split('@')[0];
  return (
    areaOf(read) === areaOf(old) && (read.shape !== old.shape || JSON.stringify(read.key) === JSON.stringify(old.key))
  );
}

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** The copy is bound to its account: it cannot be opened as another's. */
const method = (iv: Uint8Array<ArrayBuffer>, userId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(userId),
});

async function seal(copy: DeviceCopy, key: CryptoKey): Promise<SealedCopy> {
  const { userId } = copy.profile;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(copy));
  return { userId, key, iv, bytes: await crypto.subtle.encrypt(method(iv, userId), key, text) };
}

async function open({ userId, key, iv, bytes }: SealedCopy, wanted: string): Promise<DeviceCopy | null> {
  if (userId !== wanted) return null;
  try {
    const text = new TextDecoder().decode(await crypto.subtle.decrypt(method(iv, userId), key, bytes));
    const copy = copySchema.parse(JSON.parse(text));
    const age = Date.now() - copy.answeredAt;
    return copy.profile.userId === wanted && age < COPY_MS && age > -CLOCK_MS ? copy : null;
  } catch {
    // Changed bytes, or another format.
    return null;
  }
}
