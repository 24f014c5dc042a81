/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleListed } from '../../examples/seminars';

const pages = pagesUnderTest(app);
afterEach(() => window.localStorage.clear());

const QUESTION = {
  key: 'q1',
  id: null,
  question: 'Was gilt?',
  options: ['Eins', 'Zwei', 'Drei'],
  correct: 1,
  explanation: 'Darum.',
  panel: null,
};
const MODULES = ['Erstes', 'Zweites'].map((title) => ({
  key: title,
  id: title.toLowerCase(),
  title,
  minutes: 10,
  type: 'reading',
  text: '## Überschrift\n\nText <script>alert(1)</script>',
  video: null,
  panels: [],
  documents: [],
}));
const DOCUMENT = {
  title: 'Recht und Ethik',
  description: '',
  learning_goal: '',
  competency: 'fachliche_kompetenz',
  units: 4,
  estimated_time: '',
  difficulty: 'Anfänger',
  is_premium: false,
  seminar_id: null,
  blocks: [
    {
      key: 'b1',
      id: null,
      title: 'Grundlagen',
      description: '',
      units: 4,
      is_open: true,
      modules: MODULES,
      questions: [QUESTION],
    },
  ],
};

/** The database behind an editor: it accepts every save, and finds the given gaps. */
function desk(gaps: object[] = [], change: Answers = {}): Answers {
  let revision = 1;
  return {
    'rpc/nemus_open_learning_draft': () => ({
      course_id: 'recht',
      revision,
      document: DOCUMENT,
      saved_at: '2026-11-22T10:00:00+00:00',
      saved_by: 'Ina Falk',
      version: 2,
      published_at: '2026-11-20T10:00:00+00:00',
      is_active: true,
    }),
    'rpc/nemus_save_learning_draft': () => (revision += 1),
    'rpc/nemus_check_learning_draft': () => gaps,
    'rpc/nemus_publish_learning_course': () => ({ version: 3, revision: (revision += 1) }),
    nemus_learning_versions: () => [{ number: 2, publisher: 'Ina Falk', created_at: '2026-11-20T10:00:00+00:00' }],
    ...change,
  };
}

async function open(answers: Answers = desk()) {
  const page = await pages.open('/academy/e-learning/recht', answers);
  await screen.findByLabelText('Titel des Blocks');
  return page;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const savedDocuments = () => pages.sent('rpc/nemus_save_learning_draft');

describe('the list', () => {
  const row = {
    id: 'recht',
    title: 'Recht',
    state: 'published',
    has_changes: true,
    modules: 3,
    version: 2,
    saved_at: '2026-11-22T10:00:00Z',
  };

  it('shows courses with their state, and begins one by its title', async () => {
    await pages.open('/academy/e-learning', {
      ...desk(),
      'rpc/nemus_learning_desk': () => [row],
      'rpc/nemus_create_learning_course': () => 'recht',
    });
    expect(await screen.findByText('Veröffentlicht')).toBeVisible();
    expect(screen.getByText('Geändert')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Kurs anlegen' }));
    expect(await screen.findByText('Bitte geben Sie einen Titel ein.')).toBeVisible();
    type('Titel des Kurses', 'Recht und Ethik');
    fireEvent.click(screen.getByRole('button', { name: 'Kurs anlegen' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Recht und Ethik' })).toBeVisible();
    expect(await pages.sent('rpc/nemus_create_learning_course')).toEqual([{ p_title: 'Recht und Ethik' }]);
  });

  it('says when there is nothing yet', async () => {
    await pages.open('/academy/e-learning', { 'rpc/nemus_learning_desk': () => [] });
    expect(await screen.findByText('Noch kein E-Learning-Kurs')).toBeVisible();
  });
});

describe('the editor', () => {
  it('offers seminars that are not published yet, and those that are, for the course to belong to', async () => {
    await open(
      desk([], {
        'rpc/nemus_staff_courses': () => ({
          courses: [
            exampleListed({ id: 's1', title: 'Angst', state: 'draft' }),
            exampleListed({ id: 's2', title: 'Beratung', state: 'published' }),
            exampleListed({ id: 's3', title: 'Alt', state: 'retired' }),
          ],
          total: 3,
          states: { draft: 1, published: 1, retired: 1 },
          is_capped: false,
        }),
      }),
    );
    const choice = screen.getByLabelText('Gehört zum Seminar', { exact: false });
    expect(await within(choice).findByRole('option', { name: 'Angst (Entwurf)' })).toBeVisible();
    expect(within(choice).getByRole('option', { name: 'Beratung' })).toBeVisible();
    expect(within(choice).queryByRole('option', { name: /^Alt/ })).toBeNull();
    fireEvent.change(choice, { target: { value: 's1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entwurf speichern' })).toBeDisabled());
    expect(await savedDocuments()).toMatchObject([{ p_document: { seminar_id: 's1' } }]);
  });

  it('moves modules by button, adds questions, and saves what is written', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Modul 2 nach oben' }));
    fireEvent.click(screen.getByRole('button', { name: 'Frage' }));
    type('Titel des Blocks', 'Neuer Name');
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entwurf speichern' })).toBeDisabled());
    expect(await savedDocuments()).toMatchObject([
      {
        p_course: 'recht',
        p_revision: 1,
        p_document: {
          blocks: [
            {
              title: 'Neuer Name',
              modules: [{ id: 'zweites' }, { id: 'erstes' }],
              questions: [QUESTION, { correct: null }],
            },
          ],
        },
      },
    ]);
  });

  it('has questions with two to six answers, several of them right, for the keyboard too', async () => {
    await open();
    const group = within(screen.getByRole('group', { name: 'Frage 1' }));
    const add = () => group.queryByRole('button', { name: 'Antwort' });
    for (const letter of ['D', 'E', 'F']) {
      const button = add();
      if (button) fireEvent.click(button);
      expect(group.getByRole('textbox', { name: `Antwort ${letter}` })).toHaveFocus();
    }
    expect(add()).toBeNull();
    fireEvent.click(group.getByRole('checkbox', { name: 'Antwort C ist richtig' }));
    expect(group.getByText(/^Mehrere Antworten sind richtig: /)).toBeVisible();
    fireEvent.click(group.getByRole('button', { name: 'Antwort A entfernen' }));
    expect(group.getByRole('textbox', { name: 'Antwort A' })).toHaveFocus();
    for (const letter of ['E', 'D', 'C']) {
      fireEvent.click(group.getByRole('button', { name: `Antwort ${letter} entfernen` }));
    }
    expect(group.queryByRole('button', { name: /^Antwort [AB] entfernen$/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entwurf speichern' })).toBeDisabled());
    expect(await savedDocuments()).toMatchObject([
      { p_document: { blocks: [{ questions: [{ options: ['Zwei', 'Drei'], correct: [0, 1] }] }] } },
    ]);
  });

  it('keeps questions with one right answer as they were stored', async () => {
    await open();
    const group = within(screen.getByRole('group', { name: 'Frage 1' }));
    expect(group.getByRole('checkbox', { name: 'Antwort B ist richtig' })).toBeChecked();
    fireEvent.click(group.getByRole('checkbox', { name: 'Antwort B ist richtig' }));
    fireEvent.click(group.getByRole('checkbox', { name: 'Antwort A ist richtig' }));
    fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entwurf speichern' })).toBeDisabled());
    expect(await savedDocuments()).toMatchObject([{ p_document: { blocks: [{ questions: [{ correct: 0 }] }] } }]);
  });

  it('takes questions of a list, after a look at every row', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Fragen aus einer Liste' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fragen aus einer Liste' }));
    fireEvent.change(dialog.getByLabelText('Liste'), {
      target: {
        value: 'Frage;Antwort A;Antwort B;Richtig;Erklärung\nWer?;Ich;Du;A, B;Darum.\nWas gilt?;Ja;Nein;A;x',
      },
    });
    expect(await dialog.findByText('Zeile 3: Diese Frage gibt es in diesem Block schon.')).toBeVisible();
    expect(dialog.getByRole('cell', { name: 'A: Ich, B: Du' })).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: '1 Frage übernehmen' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Entwurf speichern' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entwurf speichern' })).toBeDisabled());
    expect(await savedDocuments()).toMatchObject([
      {
        p_document: {
          blocks: [{ questions: [QUESTION, { id: null, options: ['Ich', 'Du'], correct: [0, 1] }] }],
        },
      },
    ]);
  });

  it('formats a text by a toolbar that is one stop of the keyboard', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Bearbeiten: Modul 1' }));
    const toolbar = within(screen.getByRole('toolbar', { name: 'Formatierung: Text' }));
    const stops = () => toolbar.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0);
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect(stops().map(({ textContent }) => textContent)).toEqual(['Überschrift']);
    act(() => stops()[0]?.focus());
    press('ArrowLeft');
    expect(toolbar.getByRole('button', { name: 'Link' })).toHaveFocus();
    press('Home');
    press('ArrowRight');
    const bold = toolbar.getByRole('button', { name: 'Fett' });
    expect(bold).toHaveFocus();
    expect(stops()).toEqual([bold]);
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ });
    type('Text', 'Das gilt.');
    area.setSelectionRange(4, 8);
    fireEvent.click(bold);
    expect(area).toHaveValue('Das **gilt**.');
    expect(area).toHaveFocus();
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('gilt');
    fireEvent.keyDown(area, { key: 'b', ctrlKey: true });
    expect(area).toHaveValue('Das gilt.');
    fireEvent.click(screen.getByRole('button', { name: 'Vorschau' }));
    expect(within(screen.getByRole('region', { name: 'Vorschau des Textes' })).getByText('Das gilt.')).toBeVisible();
  });

  it('shows a text as learners see it, and nothing of it becomes markup', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Bearbeiten: Modul 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Vorschau' }));
    const preview = within(screen.getByRole('region', { name: 'Vorschau des Textes' }));
    expect(preview.getByRole('heading', { name: 'Überschrift' })).toBeVisible();
    expect(preview.getByText(/<script>alert\(1\)<\/script>/)).toBeVisible();
  });

  describe('keeps the input', () => {
    const changed = () => json(409, { code: 'PT409', hint: 'draft_changed', message: 'draft_changed' });
    /** A draft that another user has saved as revision 7. */
    const theirs = () => ({
      course_id: 'recht',
      revision: 7,
      document: { ...DOCUMENT, title: 'Recht, Ethik und Beruf', blocks: [{ ...DOCUMENT.blocks[0], title: 'Deren' }] },
      saved_at: '2026-11-22T11:00:00+00:00',
      saved_by: 'Jo Wolf',
      version: 2,
      published_at: null,
      is_active: true,
    });
    const kept = () => Object.values({ ...window.localStorage });

    it('on this device until it is saved, also when the page is left', async () => {
      const page = await open();
      type('Titel des Blocks', 'Mein Text');
      expect(screen.getByText(/bleiben auf diesem Gerät/)).toBeVisible();
      page.ports.navigation.push('/academy');
      expect(page.ports.navigation.getLocation().pathname).toBe('/academy');
      expect(screen.queryByRole('alertdialog')).toBeNull();

      await open();
      expect(screen.getByText('Nicht gespeicherte Eingaben')).toBeVisible();
      expect(screen.getByLabelText('Titel des Blocks')).toHaveValue('Mein Text');
      fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
      await waitFor(() => expect(kept()).toEqual([]));
      expect(await savedDocuments()).toMatchObject([
        { p_revision: 1, p_document: { blocks: [{ title: 'Mein Text' }] } },
      ]);
      expect(screen.queryByText('Nicht gespeicherte Eingaben')).toBeNull();
    });

    it('or discards it on request', async () => {
      await openAndType();
      await open();
      fireEvent.click(screen.getByRole('button', { name: 'Eingaben verwerfen' }));
      expect(screen.getByLabelText('Titel des Blocks')).toHaveValue('Grundlagen');
      await waitFor(() => expect(kept()).toEqual([]));
    });

    it('and asks before the page is left when the browser stores nothing', async () => {
      const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
      const page = await openAndType();
      expect(await screen.findByText(/Ihr Browser hebt nichts auf/)).toBeVisible();
      page.ports.navigation.push('/academy');
      expect(await screen.findByRole('alertdialog', { name: 'Änderungen verwerfen?' })).toBeVisible();
      full.mockRestore();
    });

    it('when another user saved meanwhile, says who, and does not overwrite without asking', async () => {
      let isTheirs = false;
      const mine = desk();
      const saves: unknown[] = [];
      await open({
        ...mine,
        'rpc/nemus_open_learning_draft': (request) =>
          isTheirs ? theirs() : mine['rpc/nemus_open_learning_draft']?.(request),
        'rpc/nemus_save_learning_draft': (request) => {
          saves.push(request);
          return saves.length === 1 ? changed() : 8;
        },
      });
      type('Titel des Blocks', 'Mein Text');
      isTheirs = true;
      fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
      expect(
        await screen.findByText(/^Jo Wolf hat diesen Entwurf am .* gespeichert, .*\(Titel, Block 1\)/),
      ).toBeVisible();
      expect(screen.getByLabelText('Titel des Blocks')).toHaveValue('Mein Text');
      fireEvent.click(screen.getByRole('button', { name: 'Meine Eingaben speichern' }));
      await waitFor(() => expect(screen.queryByText('Inzwischen geändert')).toBeNull());
      expect(await savedDocuments()).toMatchObject([{ p_revision: 1 }, { p_revision: 7 }]);
      expect(kept()).toEqual([]);
    });

    it('when the draft has changed meanwhile, and uses theirs on request', async () => {
      await openAndType();
      await open({ ...desk(), 'rpc/nemus_open_learning_draft': theirs });
      expect(screen.getByText('Inzwischen geändert')).toBeVisible();
      expect(screen.getByLabelText('Titel des Blocks')).toHaveValue('Mein Text');
      fireEvent.click(screen.getByRole('button', { name: 'Deren Stand übernehmen' }));
      expect(screen.getByLabelText('Titel des Blocks')).toHaveValue('Deren');
      expect(screen.queryByText('Nicht gespeicherte Eingaben')).toBeNull();
      await waitFor(() => expect(kept()).toEqual([]));
    });

    async function openAndType() {
      const page = await open();
      type('Titel des Blocks', 'Mein Text');
      return page;
    }
  });

  it('says what prevents publishing: place, field and a message at the field', async () => {
    await open(
      desk([
        { place: 'blocks/1/questions/1', field: 'correct', problem: 'no_right_answer', is_warning: false },
        { place: 'blocks/1/modules/2', field: 'subtitles', problem: 'no_subtitles', is_warning: true },
        { place: '', field: 'seminar_id', problem: 'seminar_needed', is_warning: false },
        { place: 'blocks/1', field: 'is_open', problem: 'block_needed', is_warning: false },
      ]),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Prüfen und veröffentlichen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dem Kurs fehlt noch etwas' }));
    expect(
      dialog.getByText('Block 1, Frage 1, Richtige Antworten: Bitte haken Sie an, was richtig ist.'),
    ).toBeVisible();
    expect(dialog.getByText('Block 1, Modul 2, Untertitel: Das Video hat keine Untertitel.')).toBeVisible();
    expect(dialog.getByText(/^Kurs, Seminar: Das bisherige Seminar wird noch angeboten/)).toBeVisible();
    expect(dialog.getByText(/^Block 1, Freigabe: Jemand ist angemeldet und noch nicht fertig/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Veröffentlichen' })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Weiter bearbeiten' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('checkbox', { name: 'Antwort A ist richtig' })).toBeInvalid();
    expect(screen.getByText(/^Das bisherige Seminar wird noch angeboten/)).toBeVisible();
    expect(screen.getByText(/^Jemand ist angemeldet und noch nicht fertig/)).toBeVisible();
  });

  it('saves and publishes what it has, once', async () => {
    const { ports } = await open();
    type('Titel des Blocks', 'Fertig');
    fireEvent.click(screen.getByRole('button', { name: 'Prüfen und veröffentlichen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Kurs veröffentlichen?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Veröffentlichen' }));
    await waitFor(() => expect(ports.toasts()).toMatchObject([{ title: 'Version 3 ist veröffentlicht' }]));
    expect(await savedDocuments()).toHaveLength(1);
    expect(await pages.sent('rpc/nemus_publish_learning_course')).toEqual([{ p_course: 'recht', p_revision: 2 }]);
  });

  it('says next to the button why a file was refused, and changes nothing', async () => {
    await open(
      desk([], {
        'rpc/nemus_begin_upload': () =>
          json(413, {
            code: 'PT413',
            hint: 'media_too_large',
            message: 'media_too_large',
            details: '{"most_bytes": 5242880}',
          }),
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Bearbeiten: Modul 1' }));
    const file = new File(['x'], 'bild.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('Bild hochladen', { selector: 'input' }), { target: { files: [file] } });
    expect(await screen.findByText('Diese Datei ist zu groß. Erlaubt sind höchstens 5 MB.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Entwurf speichern' })).toBeDisabled();
    expect(await pages.sent('rpc/nemus_begin_upload')).toEqual([
      { p_course: 'recht', p_kind: 'picture', p_type: 'image/png', p_size: 1, p_file_name: 'bild.png' },
    ]);
  });
});

describe('the view of learners', () => {
  const film = { ...MODULES[0], key: 'film', title: 'Ein Film', video: { media: 'v1', subtitles: null } };
  const quiz = { ...MODULES[0], key: 'quiz', title: 'Das Quiz', type: 'quiz' };
  const [block] = DOCUMENT.blocks;
  const shown = {
    ...DOCUMENT,
    title: 'Frühere Version',
    blocks: [
      { ...block, modules: [film, quiz] },
      { ...block, key: 'b2', title: 'Später', is_open: false },
    ],
  };
  const answers = {
    ...desk(),
    nemus_learning_versions: ({ url }: Request) =>
      url.includes('number=eq.')
        ? { document: shown }
        : [{ number: 1, publisher: 'Ina Falk', created_at: '2026-11-20T10:00:00+00:00' }],
    nemus_learning_media: () => [{ id: 'v1', path: 'c/v1', content_type: 'video/webm' }],
    '/storage/v1/object/sign/learning': () => [{ path: 'c/v1', error: null, signedURL: '/object/sign/v1' }],
  };

  it('opens every module of a version, and counts nothing', async () => {
    await pages.open('/academy/e-learning/recht/ansicht?version=1', answers);
    fireEvent.click(await screen.findByRole('button', { name: 'Ein Film Öffnen' }));
    expect(await screen.findByLabelText('Video: Ein Film')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Das Quiz Öffnen' }));
    expect(screen.getByText('Was gilt?')).toBeInTheDocument();
    expect(screen.getByText('Richtig: Zwei')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Block B: Später' })).toBeInTheDocument();
    const calls = pages.requests().map(({ method, url }) => `${method} ${new URL(url).pathname}`);
    expect(calls.filter((call) => /progress|completed|complete|quiz|nemus_open_learning_draft/.test(call))).toEqual([]);
  });

  it('shows the draft with unsaved input', async () => {
    await open();
    type('Titel', 'Noch nicht gespeichert');
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Ansicht der Lernenden' })));
    expect(await screen.findByRole('heading', { name: 'Noch nicht gespeichert' })).toBeInTheDocument();
    expect(screen.getByText(/noch nicht gespeichert sind/)).toBeInTheDocument();
  });
});
