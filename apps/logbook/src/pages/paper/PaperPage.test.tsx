/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';

const saved: { name: string; type: string }[] = [];
jest.mock('../../../../../libs/area/src/files/save-file', () => ({
  saveFile: (name: string, type: string) => saved.push({ name, type }),
}));

// Content of the document: paper-pdf.test.ts.
jest.mock('./paper-pdf', () => ({ createLogbookPdf: () => Promise.resolve(new Uint8Array([37])) }));

const pages = pagesUnderTest(app);
const PAPER = {
  number: '7K3M-9QXT-2B4C-HW8P',
  issued_at: '2026-11-23T09:00:00Z',
  holder: 'Mira Sommer',
  requirement_set: null,
  sites: [],
  entries: [],
  sums: {},
  signers: [],
  minutes: 0,
  last_step: null,
};

beforeEach(() => {
  saved.length = 0;
});

it('creates the document, and shows its number', async () => {
  const { ports } = await pages.open('/logbook/paper', { 'rpc/nemus_issue_logbook_paper': () => PAPER });
  fireEvent.click(await screen.findByRole('button', { name: 'PDF erstellen' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([
      expect.objectContaining({ description: expect.stringContaining('Nummer 7K3M-9QXT-2B4C-HW8P') }),
    ]),
  );
  expect(saved).toEqual([{ name: 'logbuch-2026-11-23.pdf', type: 'application/pdf' }]);
});

it('saves every entry as a table, page after page', async () => {
  const row = {
    id: 'e',
    done_on: '2026-10-05',
    category: 'theory',
    minutes: 45,
    competency: null,
    level: null,
    note: '=HYPERLINK("x")',
    state: 'draft',
    submitted_at: null,
    confirmed_by: null,
    confirmed_at: null,
    returned_by: null,
    return_reason: null,
    corrects: null,
    is_sample: false,
    site: null,
    case: null,
  };
  const offsets: (string | null)[] = [];
  const { ports } = await pages.open('/logbook/paper', {
    nemus_logbook_entries: (request) => {
      const offset = new URL(request.url).searchParams.get('offset');
      offsets.push(offset);
      return Array.from({ length: offset === '0' || offset === null ? 1000 : 3 }, () => row);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'CSV herunterladen' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(offsets).toHaveLength(2);
  await waitFor(() =>
    expect(ports.toasts().map(({ description }) => description)).toEqual([expect.stringMatching(/^1\.003\sZeilen$/)]),
  );
});
