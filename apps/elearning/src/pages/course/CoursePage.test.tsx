/** @jest-environment ../../jest.browser.mjs */
import { emitted, fakeProfile, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleCourse, exampleLegalCourse, examplePremiumCourse } from '../../examples/rows';

const pages = pagesUnderTest(app);

/** An account that completes modules. */
function learner(...completed: string[]): Answers {
  const done = new Set(completed);
  return {
    nemus_learning_courses: () => [exampleCourse(), exampleLegalCourse],
    nemus_learning_progress: () => [
      { course_id: 'rechtliche-grundlagen', status: 'in_progress', progress_percentage: 25 * done.size },
    ],
    nemus_module_progress: () => [...done].map((module_id) => ({ module_id })),
    nemus_learning_contents: () => [{ content: 'Vor der Behandlung wird **aufgeklärt**.' }],
    'rpc/nemus_complete_module': async (request) => {
      const { p_module } = await request.clone().json();
      done.add(p_module);
      return {
        course_id: 'rechtliche-grundlagen',
        status: 'in_progress',
        progress_percentage: 25,
        next_module_id: null,
      };
    },
  };
}
async function open(answers: Answers = learner()) {
  const page = await pages.open('/course/rechtliche-grundlagen', answers);
  await screen.findByRole('heading', { level: 1, name: 'Rechtliche Grundlagen' });
  await screen.findByRole('heading', { name: 'Block A: Berufsrecht' });
  return page;
}

it('shows goal, units and blocks, of which only an open one leads on (S-6.7)', async () => {
  await open();
  expect(screen.getByText('Sie kennen die Regeln.')).toBeVisible();
  expect(screen.getByText('20 UE')).toBeVisible();
  for (const name of ['Block A: Berufsrecht', 'Block B: Zivil-/Strafrecht', 'Block C: Psychiatrie-/Sozialrecht']) {
    expect(screen.getByRole('heading', { name })).toBeVisible();
  }
  expect(screen.getByText('Dieser Block ist noch nicht freigegeben.')).toBeVisible();
  expect(screen.getByText('Für diesen Block gibt es noch keine Module.')).toBeVisible();
  const leading = screen.getAllByRole('link', { name: /^Block . öffnen/ });
  expect(leading.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Block A öffnen', '/course/rechtliche-grundlagen/block-a'],
  ]);
  expect(screen.getByRole('link', { name: 'Zurück zum E-Learning' })).toHaveAttribute('href', '/e-learning');
});

it('shows no goal if its author wrote none', async () => {
  await open({
    ...learner(),
    nemus_learning_courses: () => [exampleCourse(), { ...exampleLegalCourse, learning_goal: '' }],
  });
  expect(screen.queryByRole('heading', { name: 'Lernziel' })).toBeNull();
});

describe('the modules', () => {
  it('open one after the other (S-6.8)', async () => {
    const { ports } = await open();
    const list = within(screen.getByRole('list', { name: 'Module von Block A' }));
    const states = () =>
      list.getAllByRole('listitem').map((item) => /, (offen|gesperrt|abgeschlossen)/.exec(item.textContent ?? '')?.[1]);
    expect(states()).toEqual(['offen', 'gesperrt', 'gesperrt']);
    expect(list.queryByRole('button', { name: 'Einwilligung Öffnen' })).toBeNull();
    const toggle = list.getByRole('button', { name: 'Aufklärung Öffnen' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(toggle);
    expect(await list.findByText('aufgeklärt')).toBeVisible();
    expect(list.getByRole('button', { name: 'Aufklärung Schließen' })).toHaveAttribute('aria-expanded', 'true');
    const complete = list.getByRole('button', { name: 'Als abgeschlossen markieren' });
    // A double click: both happen before a render.
    act(() => {
      fireEvent.click(complete);
      fireEvent.click(complete);
    });
    expect(await list.findByRole('button', { name: 'Einwilligung Öffnen' })).toBeVisible();
    expect(states()).toEqual(['abgeschlossen', 'offen', 'gesperrt']);
    expect(await pages.sent('rpc/nemus_complete_module')).toEqual([{ p_module: 'information' }]);
    expect(ports.events.published()).toEqual([emitted(meeting, 'enrollments-changed', 'a module was completed')]);
    expect(screen.getByText('1 von 3 Modulen abgeschlossen')).toBeVisible();
  });

  it('say why one could not be completed', async () => {
    const message = 'Dieses Modul ist noch nicht freigeschaltet.';
    const { ports } = await open({
      ...learner(),
      'rpc/nemus_complete_module': () => json(409, { code: 'PT409', hint: 'module_locked', message: 'module_locked' }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Aufklärung Öffnen' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Als abgeschlossen markieren' }));
    await waitFor(() =>
      expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Modul nicht abgeschlossen', description: message }]),
    );
    expect(screen.getByRole('button', { name: 'Als abgeschlossen markieren' })).toBeEnabled();
  });

  it('lead from the quiz into the journey, and count it when it was completed first (S-6.16)', async () => {
    await open(learner('information', 'quiz'));
    const list = within(screen.getByRole('list', { name: 'Module von Block A' }));
    const quiz = list.getAllByRole('listitem')[2];
    expect(quiz).toHaveTextContent('Quiz: Berufsrecht, abgeschlossen');
    fireEvent.click(list.getByRole('button', { name: 'Quiz: Berufsrecht Öffnen' }));
    expect(await list.findByRole('link', { name: 'Zum Quiz' })).toHaveAttribute(
      'href',
      '/course/rechtliche-grundlagen/block-a?schritt=quiz',
    );
    expect(list.queryByRole('button', { name: 'Als abgeschlossen markieren' })).toBeNull();
  });

  it('open a paid course with the first text, and read it then', async () => {
    let opened = false;
    await open({
      ...learner(),
      nemus_learning_contents: () => (opened ? [{ content: 'Vor der Behandlung wird **aufgeklärt**.' }] : []),
      'rpc/nemus_open_module': () => {
        opened = true;
        return true;
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Aufklärung Öffnen' }));
    expect(await screen.findByText('aufgeklärt')).toBeVisible();
  });

  it('say when the account no longer has access to their text', async () => {
    await open({ ...learner(), nemus_learning_contents: () => [], 'rpc/nemus_open_module': () => false });
    fireEvent.click(screen.getByRole('button', { name: 'Aufklärung Öffnen' }));
    expect(await screen.findByText('Dieser Text ist für Ihr Konto nicht verfügbar')).toBeVisible();
  });
});

describe('a premium course', () => {
  const { seminar } = examplePremiumCourse;
  const sold = (...bought: (string | undefined)[]): Answers => ({
    ...learner(),
    nemus_learning_courses: () => [{ ...exampleLegalCourse, is_premium: true, seminar }],
    nemus_course_enrollments: () => bought.map((course_id) => ({ course_id })),
  });

  it('offers its seminar, and opens nothing before it was bought', async () => {
    await open(sold());
    expect(screen.getByRole('heading', { level: 2, name: 'Premium-Kurs' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Block . öffnen/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Aufklärung Öffnen' })).toBeNull();
  });

  it('opens after the purchase of the seminar, and is not sold again', async () => {
    await open(sold(seminar?.id));
    expect(screen.getByRole('link', { name: 'Block A öffnen' })).toBeVisible();
    expect(screen.queryByRole('heading', { level: 2, name: 'Premium-Kurs' })).toBeNull();
  });
});

// A course without blocks is only in the list (S-6.6).
it.each(['gibt-es-nicht', 'course-1', '%3Cscript%3E'])('says of %s that it was not found', async (id) => {
  await pages.open(`/course/${id}`, learner());
  expect(await screen.findByRole('heading', { level: 1, name: 'Kurs nicht gefunden' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Zurück zum E-Learning' })).toHaveAttribute('href', '/e-learning');
});

it('leads an institution, which has no list of courses, back to its dashboard', async () => {
  await pages.open('/course/gibt-es-nicht', learner(), { profile: fakeProfile('institution') });
  expect(await screen.findByRole('link', { name: 'Zurück zum Dashboard' })).toHaveAttribute('href', '/dashboard');
});

it('lets the progress fail alone, and loads it when asked', async () => {
  let broken = true;
  await pages.open('/course/rechtliche-grundlagen', {
    ...learner(),
    nemus_module_progress: () => (broken ? json(403, { code: '42501', message: 'no' }) : []),
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihr Fortschritt')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Rechtliche Grundlagen' })).toBeVisible();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await screen.findByRole('heading', { name: 'Block A: Berufsrecht' })).toBeVisible();
});
