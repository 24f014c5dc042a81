/** @jest-environment ../../jest.browser.mjs */
import type { Enrollment } from '@nemus/data';
import { type Answers, fakeSlots, json, shown } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleCourse, exampleEnrollment, exampleOwnLearning } from '../../examples/rows';
import { exampleDate } from '../../examples/seminar-date';

const ID = '00000000-0000-4000-8000-0000000000c1';
const course = exampleCourse(ID, {
  title: 'Angststörungen',
  description: 'Exposition und Übung.',
  competency: 'methoden_kompetenz',
  has_dates: true,
  elearning_units: 4,
  zfu_status: 'approved',
  zfu_number: '7412345',
});
const enrolled = (status: Enrollment['status'] = 'not_started'): Enrollment => {
  const enrollment = exampleEnrollment(ID, status, status === 'completed' ? 100 : 0);
  return {
    ...enrollment,
    course: enrollment.course && { ...enrollment.course, title: 'Angststörungen', has_dates: true },
  };
};
const full = exampleDate({
  id: 'd2',
  starts_at: '2099-04-01T07:00:00+00:00',
  ends_at: '2099-04-01T13:00:00+00:00',
  change_until: null,
  free_places: 0,
  waiting: 2,
});
const online = {
  id: 'online',
  position: 1,
  title: 'Angst verstehen',
  description: '',
  learning_goal: 'Sie erklären die Angstkurve.',
  competency: 'methoden_kompetenz',
  units: 4,
  estimated_time: '',
  difficulty: 'Anfänger',
  rating: null,
  students: 0,
  is_premium: true,
  seminar: { id: ID, title: 'Angststörungen', price_euros: 240, credit_cost: 120 },
  blocks: [{ id: 'a', position: 1, title: 'Grundlagen', description: '', units: 4, is_open: true }],
  modules: [{ id: 'm1', block_id: 'a', position: 1, title: 'Verstehen', duration_minutes: 60, type: 'reading' }],
};
const rows: Answers = {
  nemus_courses: () => [course],
  nemus_learning_courses: () => [online],
  nemus_my_learning: () => [
    exampleOwnLearning('online', 'not_started', 0, { seminar_id: ID, next_module: 'Verstehen' }),
  ],
  'rpc/nemus_seminar_dates': () => [exampleDate(), full],
};

const pages = pagesUnderTest(app);
const open = (answers: Answers, address = `/seminar-catalog/${ID}`) =>
  pages.open(address, { ...rows, ...answers }, { slots: fakeSlots() });

describe('the page of a course', () => {
  it('has its agenda, with days and times apart', async () => {
    await open({ nemus_courses: () => [{ ...course, agenda: 'Tag 1\n10:00 – 11:30 Einführung\nAusklang' }] });
    expect(await screen.findByRole('heading', { level: 2, name: 'Ablauf' })).toBeVisible();
    const points = screen.getByText('Einführung').closest('ol');
    expect([...(points?.children ?? [])].map(({ children }) => [...children].map((part) => part.textContent))).toEqual([
      ['Tag 1'],
      ['10:00 – 11:30', 'Einführung'],
      ['Ausklang'],
    ]);
  });

  it('shows all details before it is bought', async () => {
    await open({});
    expect(await screen.findByRole('heading', { level: 1, name: 'Angststörungen' })).toBeVisible();
    expect(screen.getByText('Exposition und Übung.')).toBeVisible();
    // A course without an agenda has no card for it.
    expect(screen.queryByRole('heading', { name: 'Ablauf' })).toBeNull();
    for (const fact of ['Methoden & Intervention', 'Anfänger', 'Zugelassen, Nr. 7412345']) {
      expect(screen.getAllByText(fact).length).toBeGreaterThan(0);
    }
    expect(screen.getByText('240,00 €, für Weiterbildungsstätten auch 120 Credits')).toBeVisible();
    expect(await screen.findByText(/Angst verstehen/)).toBeVisible();
    expect(screen.getByText('Grundlagen (1 Modul)')).toBeVisible();
    const dates = within(screen.getByRole('region', { name: 'Nächste Termine' }));
    expect(await dates.findByText('01.03.2099, 09:00 – 15:00 Uhr')).toBeVisible();
    expect(dates.getByText('3 von 12 Plätzen frei')).toBeVisible();
    expect(dates.getByText('Ausgebucht, 2 auf der Warteliste')).toBeVisible();
    expect(screen.getByText('So geht es nach dem Kauf weiter')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Zum Seminarkatalog' })).toHaveAttribute('href', '/seminar-catalog');
    expect(screen.queryByRole('link', { name: /Termin wählen/ })).toBeNull();
  });

  it('has a slot for what the course would count for, which is empty without its area', async () => {
    const { ports } = await open({});
    await screen.findByText('Der Kauf ist gerade nicht möglich.');
    const place = ports.slots.mounted().find(({ name }) => name === 'course-credit');
    expect(ports.slots.shown()).toContainEqual(shown(meeting, 'course-credit', 'of a seminar on its page'));
    expect(place?.domElement).not.toBeVisible();
    act(() => place?.become('ready'));
    expect(place?.domElement).toBeVisible();
  });

  it('leads to the choice of a date as soon as it is bought', async () => {
    const bought: Enrollment[] = [];
    const { ports } = await open({ nemus_course_enrollments: () => bought });
    await screen.findByText('Kurs kaufen');
    bought.push(enrolled());
    ports.events.publish('enrollments-changed', { courseId: ID });
    fireEvent.click(await screen.findByRole('link', { name: 'Termin wählen' }));
    expect(await screen.findByRole('dialog', { name: 'Termin wählen' })).toBeVisible();
    expect(screen.queryByText('Kurs kaufen')).toBeNull();
  });

  it.each(['weg', '00000000-0000-4000-8000-0000000000ff'])('says that there is no course %s', async (id) => {
    await open({ nemus_courses: () => [] }, `/seminar-catalog/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Kurs nicht gefunden' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Seminarkatalog öffnen' })).toHaveAttribute('href', '/seminar-catalog');
  });

  it('says when it cannot be read, and that no date is planned', async () => {
    let answer: () => unknown = () => json(400, { code: '42P01', message: 'gone' });
    await open({ nemus_courses: () => answer(), 'rpc/nemus_seminar_dates': () => [] });
    expect(await screen.findByText('Laden fehlgeschlagen: Dieser Kurs')).toBeVisible();
    answer = () => [course];
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByText(/Zurzeit stehen keine Termine fest/)).toBeVisible();
  });
});

describe('choosing a date', () => {
  const chosen = `/seminar-catalog/${ID}?terminwahl=${ID}`;
  const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

  it('confirms, then takes the place and reports it', async () => {
    const { ports } = await open(
      {
        nemus_course_enrollments: () => [enrolled()],
        'rpc/nemus_choose_date': () => ({ status: 'confirmed', waitlist_position: null }),
      },
      chosen,
    );
    await press('Wählen: 01.03.2099, 09:00 – 15:00 Uhr');
    const question = within(await screen.findByRole('alertdialog', { name: 'Diesen Termin wählen?' }));
    expect(question.getByText(/Ändern können Sie das bis 22\.02\.2099, 09:00 Uhr/)).toBeInTheDocument();
    fireEvent.click(question.getByRole('button', { name: 'Termin wählen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ports.toasts()).toEqual([
      {
        kind: 'success',
        title: 'Termin gewählt',
        description: 'Sie haben einen Platz am 01.03.2099, 09:00 – 15:00 Uhr.',
      },
    ]);
    expect(await pages.sent('rpc/nemus_choose_date')).toEqual([{ p_appointment: 'd1' }]);
    expect(ports.navigation.getLocation().search).toBe('');
  });

  it('says that the own place is kept while waiting for a full date', async () => {
    await open(
      {
        nemus_course_enrollments: () => [enrolled()],
        'rpc/nemus_seminar_dates': () => [exampleDate({ own_status: 'confirmed' }), full],
        'rpc/nemus_choose_date': () => ({ status: 'waitlist', waitlist_position: 3 }),
      },
      chosen,
    );
    expect(await screen.findByRole('dialog', { name: 'Termin ändern' })).toBeVisible();
    await press(/^Auf die Warteliste: 01\.04\.2099/);
    const question = within(await screen.findByRole('alertdialog', { name: 'Auf die Warteliste?' }));
    expect(question.getByText(/Ihren Platz am 01\.03\.2099.* behalten Sie, bis Sie nachrücken/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Wählen: 01\.03/ })).toBeNull();
  });

  it('refetches the places when it opens, and offers the waiting list when the last one is gone', async () => {
    let tell = (_dates: unknown) => {};
    const now = new Promise((resolve) => (tell = resolve));
    let times = 0;
    await open({
      nemus_course_enrollments: () => [enrolled()],
      'rpc/nemus_seminar_dates': () => {
        times += 1;
        return times === 1 ? [exampleDate()] : now;
      },
    });
    fireEvent.click(await screen.findByRole('link', { name: 'Termin wählen' }));
    await press(/^Wählen: 01\.03/);
    await screen.findByRole('alertdialog', { name: 'Diesen Termin wählen?' });
    tell([exampleDate({ free_places: 0 })]);
    expect(await screen.findByRole('alertdialog', { name: 'Auf die Warteliste?' })).toBeVisible();
  });

  it('says why a date was refused, and stays open', async () => {
    const { ports } = await open(
      {
        nemus_course_enrollments: () => [enrolled()],
        'rpc/nemus_choose_date': () =>
          json(409, { code: 'PT409', message: 'date_closed', hint: 'date_closed', details: null }),
      },
      chosen,
    );
    await press(/^Wählen: 01\.03/);
    await press('Termin wählen');
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'error',
          title: 'Termin nicht gewählt',
          description: 'Die Frist für diesen Termin ist abgelaufen. Bitte wählen Sie einen anderen.',
        },
      ]),
    );
    expect(screen.getByRole('dialog', { name: 'Termin wählen' })).toBeInTheDocument();
  });

  it('offers nothing after the deadline of the own date', async () => {
    await open(
      {
        nemus_course_enrollments: () => [enrolled()],
        'rpc/nemus_seminar_dates': () => [exampleDate({ own_status: 'confirmed', is_changeable: false }), full],
      },
      chosen,
    );
    expect(await screen.findByText(/steht fest: Die Frist zum Ändern ist abgelaufen/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Warteliste:/ })).toBeNull();
  });

  it('is for participants, and not after its end', async () => {
    await open({}, chosen);
    expect(await screen.findByRole('dialog', { name: 'Keine Termine zu wählen' })).toHaveTextContent(
      'Diesen Kurs haben Sie nicht gebucht',
    );
  });

  it('ends when the course is completed', async () => {
    await open({ nemus_course_enrollments: () => [enrolled('completed')] }, chosen);
    expect(await screen.findByRole('dialog', { name: 'Keine Termine zu wählen' })).toHaveTextContent(
      'für Sie keinen Termin mehr',
    );
  });
});
