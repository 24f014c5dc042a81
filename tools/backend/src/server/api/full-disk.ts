import type { Room } from '../disk/room';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what writes while the disk is full, in the words of the API that was asked; reads go on. 503, so that clients
 * and the payment provider come back. Null when the request may pass.
 */
export function refuseWhenFull(request: Request, room: Pick<Room, 'isFull'>): Response | null {
  if (READS.has(request.method) || !room.isFull()) return null;
  const message = 'Der Speicher des Servers ist voll. Es wurde nichts gespeichert.';
  const body = new URL(request.url).pathname.startsWith('/functions/')
    ? { error: { code: 'disk_full', message } }
    : { code: '53100', error_code: 'disk_full', message, msg: message, details: null, hint: null };
  return Response.json(body, { status: 503, headers: { 'retry-after': '60' } });
}
