/** An institution books with credits: $1 the course, $2 one trainee. */
export const BOOK_FOR_ONE = 'select (nemus_book_course($1::text::uuid, array[$2::text::uuid])).id::text as id';

/** $1 the course, $2 a list of trainees. */
export const BOOK = 'select (nemus_book_course($1::text::uuid, $2::text::uuid[])).id::text as id';

/** $3 the first day. */
export const BOOK_FROM = 'select (nemus_book_course($1::text::uuid, $2::text::uuid[], $3::text::date)).id::text as id';

/** The portal takes places back: $1 the institution, $2 the booking, $3 a list of trainees. */
export const CANCEL_PLACES = 'select nemus_cancel_places($1::text::uuid, $2::text::uuid, $3::text::uuid[]) as result';

/** An institution moves a booking: $3 the first day. */
export const MOVE_BOOKING = 'select nemus_move_booking($1::text::uuid, $2::text::uuid, $3::text::date)';

/** What can be changed about a booking, and until when. */
export const BOOKING_TERMS = 'select nemus_booking_terms($1::text::uuid) as terms';
