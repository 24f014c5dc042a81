/** @jest-environment ../../jest.browser.mjs */
import { type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);

async function open(answers: Answers) {
  await pages.open('/competencies', answers);
  return within(await screen.findByRole('list', { name: 'Kompetenzen' }));
}

it('shows six cards with progress, modules and what comes next, each linking to its courses', async () => {
  const cards = await open({
    nemus_competency_progress: () => [{ competency: 'methoden_kompetenz', total_progress_percentage: 50 }],
    nemus_competency_plans: () => [
      { competency: 'methoden_kompetenz', modules_total: 10, modules_completed: 6, next_module: 'Exposition' },
      { competency: 'personale_kompetenz', modules_total: 8, modules_completed: 8, next_module: null },
    ],
  });
  expect(cards.getAllByRole('listitem')).toHaveLength(6);
  expect(cards.getByText('6 von 10 Modulen abgeschlossen')).toBeInTheDocument();
  expect(cards.getByText('Nächstes Modul: Exposition')).toBeInTheDocument();
  expect(cards.getByText('Kein weiteres Modul geplant.')).toBeInTheDocument();
  expect(cards.getByRole('link', { name: 'Passende Kurse: Methoden & Intervention' })).toHaveAttribute(
    'href',
    '/seminar-catalog?kompetenz=methoden_kompetenz',
  );
});

it('describes the picture in words and as a table', async () => {
  await open({
    nemus_competency_progress: () => [{ competency: 'methoden_kompetenz', total_progress_percentage: 60 }],
  });
  expect(
    screen.getByText(/^Durchschnitt: 10 %\. Am weitesten: Methoden & Intervention \(60 %\)\./),
  ).toBeInTheDocument();
  const table = within(screen.getByRole('table', { name: 'Fortschritt in den sechs Kompetenzen' }));
  expect(table.getAllByRole('row')).toHaveLength(6);
});

it('explains how progress is counted without planned modules', async () => {
  const cards = await open({
    nemus_competency_progress: () => [{ competency: 'methoden_kompetenz', total_progress_percentage: 20 }],
  });
  expect(cards.getByText(/^Noch nicht für Sie geplant: Gerechnet wird mit der üblichen Zahl/)).toBeVisible();
  expect(cards.getAllByText('Für diese Kompetenz sind noch keine Module geplant.')).toHaveLength(5);
});

it('shows a new account at the beginning', async () => {
  const cards = await open({});
  expect(screen.getByText('Sie haben noch mit keiner Kompetenz begonnen.')).toBeInTheDocument();
  expect(cards.getAllByText('Für diese Kompetenz sind noch keine Module geplant.')).toHaveLength(6);
});
