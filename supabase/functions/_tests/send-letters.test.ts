/** Unsent mails: a job calls the function, any caller may, and the database alone selects them. */
import sendLetters from '../send-letters/index.ts';
import { interceptRequests, json, SETTINGS, setEnvironment } from './requests.ts';

const ids = ['a', 'b'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const DATE_LETTER = {
  letter_id: ids[0],
  kind: 'moved',
  audience: 'participant',
  has_place: true,
  email: 'anna@nemus.example',
  first_name: 'Anna',
  last_name: 'Alt',
  appointment_id: ids[0],
  title: 'Traumatherapie',
  starts_at: '2027-03-28T07:00:00+00:00',
  ends_at: '2027-03-28T09:00:00+00:00',
  type: 'Seminar',
  format: 'Online',
  location: '',
  instructor: '',
  details: {},
  changed_at: '2026-12-01T10:00:30+00:00',
  sequence: 40_000_001,
};
const TRAINEE_LETTER = {
  letter_id: ids[1],
  kind: 'booked',
  email: 'bert@nemus.example',
  first_name: 'Bert',
  last_name: 'Baum',
  institution_name: 'Haus am See',
  course_name: 'Ethik',
  start_date: '2026-12-05',
  end_date: '2026-12-06',
  earlier_start: null,
  has_dates: false,
};

let network: ReturnType<typeof interceptRequests>;
let broken = false;
let dateLetters: readonly object[] = [DATE_LETTER];
beforeEach(() => {
  broken = false;
  dateLetters = [DATE_LETTER];
  setEnvironment(SETTINGS);
  network = interceptRequests(({ url }) => {
    if (url.href === SETTINGS.MAIL_URL) return new Response(null, { status: 202 });
    if (url.pathname.endsWith('nemus_claim_date_letters')) return broken ? json({}, 500) : json(dateLetters);
    if (url.pathname.endsWith('nemus_claim_trainee_letters')) return json([TRAINEE_LETTER]);
    if (/nemus_claim_(purchase_letters|payment_reminders)$/.test(url.pathname)) return json([]);
    if (url.pathname.endsWith('nemus_unsubscribe_tokens')) return json([]);
    return url.pathname.includes('nemus_note_') ? new Response(null, { status: 204 }) : undefined;
  });
});
afterEach(() => {
  network.restore();
  setEnvironment({});
});
const ask = async (body: object = {}) => {
  const request = new Request('http://functions.test/send-letters', { method: 'POST', body: JSON.stringify(body) });
  const answer = await sendLetters.fetch(request);
  return { status: answer.status, body: await answer.json() };
};
const bodiesOf = (name: string) =>
  network.asked.filter(({ url }) => url.pathname.endsWith(name)).map(({ body }) => body);

it('sends unsent letters, and names no recipients', async () => {
  expect(await ask()).toEqual({ status: 200, body: { sent: 2 } });
  expect(bodiesOf('nemus_claim_date_letters')).toEqual([{ p_appointments: [] }]);
  expect(bodiesOf('nemus_claim_trainee_letters')).toEqual([{}]);
  expect(bodiesOf('nemus_note_date_letter')).toEqual([{ p_letter: ids[0], p_sent: true }]);
  expect(bodiesOf('nemus_note_trainee_letter')).toEqual([{ p_letter: ids[1], p_sent: true }]);
});

it('takes no names from the caller', async () => {
  expect(await ask({ dateIds: ids })).toMatchObject({ status: 400 });
  expect(network.asked).toEqual([]);
});

it('sends the others when one kind cannot be read', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  broken = true;
  expect(await ask()).toEqual({ status: 200, body: { sent: 1 } });
  log.mockRestore();
});

it.each([
  ['cannot be read', { kind: 'unheard-of' }],
  ['cannot be written', { starts_at: 'never' }],
])('sets a letter aside that %s, and sends those before and after it', async (_what, change) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const at = (digit: string) => `00000000-0000-4000-8000-0000000000${digit}`;
  dateLetters = [
    { ...DATE_LETTER, letter_id: at('01') },
    { ...DATE_LETTER, letter_id: at('02'), ...change },
    { ...DATE_LETTER, letter_id: at('03') },
  ];
  expect(await ask()).toEqual({ status: 200, body: { sent: 3 } });
  expect(bodiesOf('nemus_note_date_letter')).toEqual(
    expect.arrayContaining([
      { p_letter: at('01'), p_sent: true },
      { p_letter: at('02'), p_sent: false },
      { p_letter: at('03'), p_sent: true },
    ]),
  );
  expect(bodiesOf('nemus_note_outcome')).toEqual(
    expect.arrayContaining([
      { p_job: 'send-letters', p_item: at('01'), p_error: null },
      { p_job: 'send-letters', p_item: at('02'), p_error: expect.any(String) },
      { p_job: 'send-letters', p_item: at('03'), p_error: null },
    ]),
  );
  log.mockRestore();
});
