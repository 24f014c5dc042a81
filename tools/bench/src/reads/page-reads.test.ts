import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as data from '@nemus/data';
import { requestsOf } from './asking';
import { PAGE_READS } from './page-reads';
import { idOf } from './people';

/** Reads of `@nemus/data` that the benchmark does not make, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  fetchAllAuditLines: 'a file, loaded on demand',
  fetchAllDecisions: 'a file, loaded on demand',
  fetchAllOrganisationLines: 'a file, loaded on demand',
  fetchAreaHistory: 'of operators, and the crowd has none',
  fetchAttendanceCode: 'asked each minute by the screen of a room, while its date takes place',
  fetchBookkeeping: 'a file, loaded on demand',
  fetchCalendar: 'opened in a dialog',
  fetchCourseOnInvoice: 'asked in a dialog, for a person who calls',
  fetchCheckoutOrder: 'of a payment that has just been made',
  fetchDraftGaps: 'of a draft that authors write; the crowd has none',
  fetchInvoice: 'a file, loaded on demand',
  fetchInvoiceArchive: 'a file, loaded on demand',
  fetchStaffInvoice: 'a file, loaded on demand',
  fetchInvoiceFile: 'a file, loaded on demand',
  fetchLearningVersion: 'of a draft that authors write; the crowd has none',
  fetchListedPeople: 'asked while a file of people is read in',
  fetchLogbookEntry: 'opened by a link of one entry; the week has the same rows',
  fetchInvitation: 'opened by the link of a mail',
  fetchMemberInvitation: 'opened by the link of a mail',
  fetchCertificateFile: 'a file, read by its button',
  fetchModuleMedia: 'of a module with files; the crowd has none',
  fetchMovePreview: 'asked before a date is moved, as the preview of a series',
  fetchOfferedAddress: 'asked after a payment, once per order',
  fetchReleaseFigures: 'of operators, and the crowd has none',
  fetchReleaseRights: 'of operators, and the crowd has none',
  fetchSeminarTitles: 'asked before an import, and reads every title on purpose',
  fetchSignOffHistory: 'opened in a dialog of one entry',
  fetchSignOffLetters: 'opened in a dialog of one confirmer',
  fetchSignOffPage: 'opened by the link of a mail',
  fetchSitePackage: 'a file, loaded on demand',
  fetchStaffRequirementSet: 'of a set that staff edit',
  fetchTrainees: 'a file, loaded on demand',
  fetchUnsubscribing: 'opened by the link of a mail',
  fetchWholeCohort: 'a file, loaded on demand',
  fetchWholeLogbook: 'a file, loaded on demand',
  fetchWithin: 'a fetch with a time limit',
};

const READS = Object.keys(data).filter((name) => /^(fetch|find)[A-Z]|^verifyCertificate$/.test(name));
const source = readFileSync(path.join(import.meta.dirname, 'page-reads.ts'), 'utf8');

it('makes every read of the pages, but for those that are left out with a reason', () => {
  const missing = READS.filter((name) => !new RegExp(`\\b${name}\\b`).test(source));
  expect(missing.toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted());
});

it('notes what a read sends, without sending it', async () => {
  const person = {
    id: idOf('u11'),
    token: 'token',
    trainee: 'a0000000-0000-4000-8000-000000000001',
    booking: 'b0000000-0000-4000-8000-000000000001',
    order: 'c0000000-0000-4000-8000-000000000001',
    course: 'd0000000-0000-4000-8000-000000000001',
  };
  const stage = { apiUrl: 'http://127.0.0.1:1', publishableKey: 'key' };
  for (const read of PAGE_READS) {
    const [first] = await requestsOf(read, person, stage);
    expect(first?.url.pathname).toMatch(/^\/rest\/v1\/(rpc\/)?nemus_\w+$/);
    expect(first?.headers['authorization']).toBe('Bearer token');
  }
});
