import { z } from 'zod';
import { openDatabase, openDatabaseAs } from '../_shared/database.ts';
import { writeCalendarFile, type CalendarEntry } from '../_shared/documents/calendar.ts';
import { answerFailure, endpoint, type FunctionEntry } from '../_shared/endpoint.ts';
import { readEnvironment, type Environment } from '../_shared/environment.ts';
import { Failure } from '../_shared/failure.ts';

const TOKEN = /^[0-9a-f]{64}$/;
/** How often calendar programs should read, in seconds; most choose for themselves. */
const READ_AGAIN_AFTER = 3600;

const entrySchema = z.object({
  id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  type: z.string(),
  format: z.string(),
  location: z.string(),
  instructor: z.string(),
  is_sample: z.boolean(),
  status: z.enum(['confirmed', 'completed', 'waitlist', 'cancelled']),
  sequence: z.number(),
  changed_at: z.string(),
  is_own: z.boolean(),
  parts: z
    .array(z.object({ id: z.string(), title: z.string(), starts_at: z.string(), ends_at: z.string() }))
    .nullable(),
});
const calendarSchema = z
  .union([z.object({ wait: z.number() }), z.object({ name: z.string().nullable(), entries: z.array(entrySchema) })])
  .nullable();

/**
 * Calendar subscriptions (RFC 5545). `GET …/calendar?link=<secret>` answers the dates, with an ETag, to any program
 * that has the address. `POST {teacherId? or roomId?}` by a signed-in account starts its calendar, or that of a
 * teacher or room, and answers the new address: `{ url }`. The earlier address ends with it.
 */
const calendar: FunctionEntry = {
  async fetch(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return renew.fetch(request);
    try {
      return await answerCalendar(request, readEnvironment());
    } catch (error) {
      return answerFailure(error, request);
    }
  },
};

const renewSchema = z.union([z.strictObject({ teacherId: z.uuid().optional() }), z.strictObject({ roomId: z.uuid() })]);

const renew = endpoint(renewSchema, async ({ body, caller, environment }) => {
  const database = openDatabaseAs(environment, caller);
  const link = await database.call(
    'nemus_renew_calendar',
    'roomId' in body ? { p_room: body.roomId } : body.teacherId === undefined ? {} : { p_teacher: body.teacherId },
    z.string().regex(TOKEN),
  );
  return { url: `${environment.supabaseUrl}/functions/v1/calendar?${new URLSearchParams({ link }).toString()}` };
});

async function answerCalendar(request: Request, environment: Environment): Promise<Response> {
  const token = new URL(request.url).searchParams.get('link') ?? '';
  if (!TOKEN.test(token)) throw new Failure('calendar_link_invalid');
  const found = await openDatabase(environment).call('nemus_read_calendar', { p_token: token }, calendarSchema);
  if (found === null) throw new Failure('calendar_link_invalid');
  if ('wait' in found) {
    const refused = answerFailure(new Failure('calendar_read_too_often'), request);
    refused.headers.set('retry-after', String(found.wait));
    return refused;
  }
  const text = writeCalendarFile({
    name: found.name === null ? 'Nemus Termine' : `Nemus: ${found.name}`,
    method: 'PUBLISH',
    readAgainAfter: READ_AGAIN_AFTER,
    entries: found.entries.map((entry) => entryOf(entry, environment.siteUrl)),
  });
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="nemus-termine.ics"',
    // Programs revalidate on each read, so a renewed address ends immediately.
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    etag: await etagOf(text),
  };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(headers.etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : text, { headers });
}

function entryOf(found: z.infer<typeof entrySchema>, siteUrl: string): CalendarEntry {
  const { id, title, parts, type, format, location, instructor, status, sequence } = found;
  return {
    id,
    title,
    parts,
    type,
    format,
    location,
    instructor,
    status,
    sequence,
    startsAt: found.starts_at,
    endsAt: found.ends_at,
    changedAt: found.changed_at,
    isSample: found.is_sample,
    ...(found.is_own && { url: `${siteUrl}/appointments?${new URLSearchParams({ termin: id }).toString()}` }),
  };
}

async function etagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `"${Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

export default calendar;
