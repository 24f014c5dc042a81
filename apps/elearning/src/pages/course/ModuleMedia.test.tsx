/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen } from '@testing-library/react';
import app from '../../app';
import { exampleCourse } from '../../examples/rows';

const pages = pagesUnderTest(app);

const file = (role: string, path: string, change: object = {}) => ({
  role,
  position: 1,
  title: '',
  alternative: '',
  caption: '',
  media: { id: path, path, content_type: 'video/webm' },
  ...change,
});

/** A course that was made on screens: it has no files of the release. */
const course = exampleCourse({
  id: 'recht-und-ethik',
  title: 'Recht und Ethik',
  blocks: [{ id: 'grundlagen', position: 1, title: 'Grundlagen', description: '', units: 2, is_open: true }],
  modules: [
    { id: 'recht-film', block_id: 'grundlagen', position: 1, title: 'Ein Film', duration_minutes: 5, type: 'video' },
  ],
});

it('shows a module of an authored course with film, subtitles, pictures in words, text and PDF (S-6.18)', async () => {
  await pages.open('/course/recht-und-ethik/grundlagen', {
    nemus_learning_courses: () => [course],
    nemus_learning_progress: () => [],
    nemus_module_progress: () => [],
    nemus_block_positions: () => [],
    nemus_learning_contents: () => [{ content: 'Das **Wichtigste**. <img src=x onerror=alert(1)>' }],
    nemus_learning_module_media: () => [
      file('video', 'recht/a.webm'),
      file('subtitles', 'recht/a.vtt'),
      file('panel', 'recht/b.png', { title: 'Der Anruf', alternative: 'Lena telefoniert: „Darf ich das?“' }),
      file('document', 'recht/c.pdf', { title: 'Merkblatt' }),
      file('document', 'fremd/geheim.pdf', { title: 'Ohne Adresse' }),
    ],
    '/storage/v1/object/sign/learning': async (request) => {
      const { paths } = await request.clone().json();
      return paths.map((path: string) => ({
        path,
        error: null,
        signedURL: path.startsWith('recht/') ? `/object/sign/learning/${path}?token=t` : null,
      }));
    },
  });
  const video = await screen.findByLabelText('Video: Ein Film');
  expect(video.querySelector('source')?.src).toContain('/object/sign/learning/recht/a.webm?token=t');
  expect(video.querySelector('track')?.src).toContain('recht/a.vtt');
  expect(screen.getByRole('img', { name: 'Lena telefoniert: „Darf ich das?“' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Merkblatt (PDF)' })).toHaveAttribute(
    'href',
    expect.stringContaining('recht/c.pdf'),
  );
  expect(screen.queryByText(/Ohne Adresse/)).toBeNull();
  // A text stays text.
  expect(screen.getByText(/<img src=x onerror=alert\(1\)>/)).toBeVisible();
  fireEvent.error(video);
  expect(await screen.findByText('Das Video konnte nicht geladen werden')).toBeVisible();
});
