/** @jest-environment ../../jest.browser.mjs */
import { emitted, fakeProfile, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleQuestions, exampleRun } from '../../examples/rows';
import { blockBackend, optionOf, refused } from './block-backend';

const pages = pagesUnderTest(app);
const AT_QUIZ = { step: 'quiz', video_seconds: 0 };

async function open(answers = blockBackend(AT_QUIZ)) {
  const page = await pages.open('/course/rechtliche-grundlagen/block-a', answers);
  await screen.findByText(/^Frage \d von 3$/);
  return page;
}
const option = (name: string) => screen.getByRole('button', { name });
const choose = async (question: 1 | 2 | 3, answer: 'right' | 'wrong') => {
  await screen.findByText(`Frage ${question} von 3`);
  fireEvent.click(option(optionOf(question, answer)));
  await screen.findByRole('region', { name: 'Erklärung' });
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const answerAll = async (...answers: ('right' | 'wrong')[]) => {
  for (const [index, answer] of answers.entries()) {
    await choose(index === 0 ? 1 : index === 1 ? 2 : 3, answer);
    await press(index === 2 ? 'Quiz abschließen' : 'Nächste Frage');
  }
};

describe('an answer', () => {
  it('is given once, and then each option shows whether it is right (S-6.10)', async () => {
    await open();
    expect(screen.getByText('3 von 3 Leben')).toBeInTheDocument();
    const wrong = option(optionOf(1, 'wrong'));
    fireEvent.click(wrong);
    fireEvent.click(wrong);
    fireEvent.click(option(optionOf(1, 'right')));
    expect(await screen.findByText('Nicht richtig')).toBeVisible();
    expect(await pages.sent('rpc/nemus_answer_question')).toEqual([
      { p_run: 'run-1', p_question: 'q1', p_options: [0] },
    ]);
    expect(screen.getByText('Darum ist q1 so.')).toBeVisible();
    const lines = within(screen.getByRole('list', { name: 'Was gilt in Fall 1?' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Falsch 1 – Ihre Antwort, nicht richtig',
      'Richtig 1 – richtige Antwort',
      'Auch falsch 1',
    ]);
    expect(screen.queryByRole('button', { name: /^(Auch f|F|R)(alsch|ichtig) 1/ })).toBeNull();
    expect(screen.getByText('2 von 3 Leben')).toBeInTheDocument();
  });

  it('is sent once at a double click, on one option or on two', async () => {
    await open();
    const [wrong, right] = [option(optionOf(1, 'wrong')), option(optionOf(1, 'right'))];
    // One after the other before a render.
    act(() => {
      for (const button of [wrong, wrong, right]) button.click();
    });
    expect(await screen.findByText('Nicht richtig')).toBeVisible();
    expect(await pages.sent('rpc/nemus_answer_question')).toEqual([
      { p_run: 'run-1', p_question: 'q1', p_options: [0] },
    ]);
    await press('Nächste Frage');
    await choose(2, 'right');
    expect(await pages.sent('rpc/nemus_answer_question')).toHaveLength(2);
  });

  it('takes the focus to its explanation, and the next question to its words', async () => {
    await open();
    await choose(1, 'right');
    expect(screen.getByText('Richtig!')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Erklärung' })).toHaveFocus();
    await press('Nächste Frage');
    const question = await screen.findByRole('heading', { level: 2, name: 'Was gilt in Fall 2?' });
    expect(question).toHaveFocus();
  });

  it('shows the picture of the comic that it is about', async () => {
    await open();
    await choose(1, 'wrong');
    await press('Bild 1 im Comic ansehen');
    const dialog = await screen.findByRole('dialog', { name: /^1\. / });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Frage 1 von 3')).toBeVisible();
  });

  it('that did not arrive can be given again, and costs nothing', async () => {
    let broken = true;
    const answers = blockBackend(AT_QUIZ);
    const { ports } = await open({
      ...answers,
      'rpc/nemus_answer_question': (request) => (broken ? refused() : answers['rpc/nemus_answer_question']?.(request)),
    });
    fireEvent.click(option(optionOf(1, 'right')));
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'error',
          title: 'Antwort nicht übertragen',
          description: 'Für diese Daten fehlt Ihnen die Berechtigung.',
        },
      ]),
    );
    expect(screen.getByText('3 von 3 Leben')).toBeInTheDocument();
    broken = false;
    await choose(1, 'right');
    expect(screen.getByText('Richtig!')).toBeVisible();
  });
});

describe('a question with several right answers', () => {
  const several = (): Answers => {
    const [first, ...rest] = exampleQuestions;
    if (first === undefined) throw new Error('No question.');
    return {
      ...blockBackend(AT_QUIZ),
      'rpc/nemus_start_quiz': () =>
        exampleRun({ questions: [{ ...first, is_multiple: true, options: ['A', 'B', 'C', 'D'] }, ...rest] }),
      'rpc/nemus_answer_question': () => ({
        is_correct: false,
        correct_options: [0, 1],
        chosen_options: [1, 3],
        explanation: 'Darum.',
      }),
    };
  };

  it('is answered with all that were ticked, once, and shows what was right and what was chosen', async () => {
    await open(several());
    expect(screen.getByText(/^Mehrere Antworten sind richtig\./)).toBeVisible();
    await press('Antworten');
    expect(await screen.findByText('Bitte wählen Sie die Antworten, die richtig sind.')).toBeVisible();
    for (const name of ['D', 'A', 'B']) fireEvent.click(screen.getByRole('checkbox', { name }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'A' }));
    const send = screen.getByRole('button', { name: 'Antworten' });
    act(() => {
      send.click();
      send.click();
    });
    expect(await screen.findByText('Nicht richtig')).toBeVisible();
    expect(await pages.sent('rpc/nemus_answer_question')).toEqual([
      { p_run: 'run-1', p_question: 'q1', p_options: [3, 1] },
    ]);
    const lines = within(screen.getByRole('list', { name: 'Was gilt in Fall 1?' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'A – richtige Antwort',
      'B – Ihre Antwort, richtige Antwort',
      'C',
      'D – Ihre Antwort, nicht richtig',
    ]);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await press('Nächste Frage');
    expect(await screen.findByRole('button', { name: optionOf(2, 'right') })).toBeEnabled();
  });

  it('keeps what was ticked when the answer did not arrive', async () => {
    const { ports } = await open({ ...several(), 'rpc/nemus_answer_question': refused });
    fireEvent.click(screen.getByRole('checkbox', { name: 'C' }));
    await press('Antworten');
    await waitFor(() => expect(ports.toasts()).toMatchObject([{ title: 'Antwort nicht übertragen' }]));
    expect(screen.getByRole('checkbox', { name: 'C' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'C' })).toBeEnabled();
  });
});

it('goes on at the question where the run was left, with its lives', async () => {
  await open({
    ...blockBackend(AT_QUIZ),
    'rpc/nemus_start_quiz': () =>
      exampleRun({ lives_remaining: 2, answers: [{ question_id: 'q1', chosen_options: [0], is_correct: false }] }),
  });
  expect(screen.getByText('Frage 2 von 3')).toBeVisible();
  expect(screen.getByText('2 von 3 Leben')).toBeInTheDocument();
});

it('ends with no lives left, saves nothing, and offers to start over (S-6.11)', async () => {
  await open();
  await choose(1, 'wrong');
  await press('Nächste Frage');
  await choose(2, 'wrong');
  await press('Nächste Frage');
  await choose(3, 'wrong');
  expect(screen.getByText('Keine Leben mehr')).toBeVisible();
  expect(screen.getByText('0 von 3 Leben')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Quiz abschließen' })).toBeNull();
  expect(await pages.sent('nemus_quiz_scores')).toEqual([]);
});

it('cannot be begun says why, and tries again', async () => {
  let broken = true;
  const message = 'Dieser Block ist noch nicht freigegeben.';
  await pages.open('/course/rechtliche-grundlagen/block-a', {
    ...blockBackend(AT_QUIZ),
    'rpc/nemus_start_quiz': () =>
      broken ? json(409, { code: 'PT409', hint: 'block_closed', message: 'block_closed' }) : exampleRun(),
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Das Quiz')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await screen.findByText('Frage 1 von 3')).toBeVisible();
});

describe('the end', () => {
  it('saves the result with the last answer, while its explanation is being read', async () => {
    await open();
    await choose(1, 'right');
    await press('Nächste Frage');
    await choose(2, 'right');
    await press('Nächste Frage');
    await choose(3, 'right');
    await waitFor(async () => expect(await pages.sent('nemus_quiz_scores')).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Quiz abschließen' })).toBeEnabled();
  });

  it('saves the result, completes the quiz alone, and shows the leaderboard (S-6.16)', async () => {
    const { ports } = await open();
    await answerAll('wrong', 'right', 'right');
    const board = within(await screen.findByRole('list', { name: 'Bestenliste' }));
    expect(await pages.sent('nemus_quiz_scores')).toEqual([
      {
        user_id: fakeProfile('piw').userId,
        course_id: 'rechtliche-grundlagen',
        block_id: 'block-a',
        score: 2,
        total_questions: 3,
        percentage: 67,
        lives_remaining: 2,
      },
    ]);
    expect(await pages.sent('rpc/nemus_complete_module')).toEqual([{ p_module: 'quiz' }]);
    expect(ports.events.published()).toEqual([emitted(meeting, 'enrollments-changed', 'a module was completed')]);
    const lines = board.getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))).toEqual([
      '1.Bela B.3 von 3 · 100 %',
      '2.Paula P.Sie2 von 3 · 67 %',
      '3.Zora Q.1 von 3 · 33 %',
    ]);
    expect(lines.map((line) => line.getAttribute('aria-current'))).toEqual([null, 'true', null]);
    await press('Weiter');
    expect(await screen.findByText('2 von 3 richtig, Platz 2')).toBeVisible();
    expect(await screen.findByText('1 von 3 abgeschlossen')).toBeVisible();
  });

  it('continues when the result cannot be saved, and reports it (S-6.12)', async () => {
    const { ports } = await open({
      ...blockBackend(AT_QUIZ),
      nemus_quiz_scores: refused,
      'rpc/nemus_complete_module': refused,
    });
    await answerAll('right', 'right', 'right');
    expect(await screen.findByRole('list', { name: 'Bestenliste' })).toBeVisible();
    const reported = ports.reports().map(({ name }) => name);
    expect(reported).toContain('quiz-score-not-saved');
    expect(reported).toContain('module-not-completed');
    expect(ports.toasts()).toEqual([]);
  });

  it('continues past a leaderboard that cannot be read: it counts as empty', async () => {
    const { ports } = await open({ ...blockBackend(AT_QUIZ), 'rpc/nemus_leaderboard': refused });
    await answerAll('right', 'right', 'right');
    expect(await screen.findByText('Noch keine Ergebnisse vorhanden.')).toBeVisible();
    expect(ports.reports()).toContainEqual(expect.objectContaining({ name: 'leaderboard-not-loaded' }));
    await press('Weiter');
    expect(await screen.findByText('Das Quiz von Block A ist geschafft')).toBeVisible();
  });

  it('can be repeated with a new run', async () => {
    await open();
    await answerAll('right', 'right', 'right');
    await press('Quiz wiederholen');
    expect(await screen.findByText('Frage 1 von 3')).toBeVisible();
    expect(pages.asked('rpc/nemus_start_quiz')).toHaveLength(2);
  });
});
