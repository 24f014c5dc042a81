import { ask, signedIn, type Connection, type Row } from '../database/database';
import { text } from './rows';

/** One line of an attendance list. */
export interface Mark {
  readonly user_id: string;
  readonly attendance: string | null;
  readonly units?: unknown;
  readonly seen?: number;
}

/** Called by staff: $1 the date, $2 the marks. */
export const MARK = 'select nemus_mark_attendance($1::text::uuid, $2::text::jsonb) as list';

/** Called by an account: $1 the code that the room shows. */
export const ENTER_ATTENDANCE_CODE = 'select nemus_enter_attendance_code($1) as answer';

/** Called by staff to show a code: $1 the date. */
export const SHOW_ATTENDANCE_CODE = `select nemus_show_attendance_code($1::text::uuid) ->> 'code' as code`;

/** Ticks who came, as staff. */
export const mark = (connection: Connection, staff: string, date: string, marks: readonly Mark[]) =>
  ask(connection, signedIn(staff), MARK, [date, JSON.stringify(marks.map((each) => ({ seen: 0, ...each })))]);

/** Shows a code as staff. @returns the code */
export const showCode = async (connection: Connection, staff: string, date: string): Promise<string> =>
  text(await ask(connection, signedIn(staff), SHOW_ATTENDANCE_CODE, [date]), 'code');

/** The certificates of an account, by kind and edition. */
export const certificatesOf = (connection: Connection, user: string): Promise<readonly Row[]> =>
  connection.query(
    `select number, kind, units, edition, private.nemus_revoked_at(id) is not null as is_revoked
     from nemus_certificates where user_id = $1::text::uuid order by kind, edition`,
    [user],
  );
