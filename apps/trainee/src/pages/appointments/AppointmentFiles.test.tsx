/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { exampleAppointment } from '../../examples/appointment';
import { exampleAttendance } from '../../examples/rows';

const pages = pagesUnderTest(app);
const seminar = exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' });
const webinar = exampleAppointment({
  id: 'webinar',
  title: 'Webinar: Übung',
  status: 'completed',
  starts_at: '2026-01-12T09:00:00Z',
  ends_at: '2026-01-12T11:00:00Z',
});
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const saved = async () => {
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  const [file] = pages.saved();
  return { name: file?.name, type: file?.type, bytes: await file?.bytes() };
};

describe('the calendar file', () => {
  it('holds every appointment in Berlin time', async () => {
    await pages.open('/appointments', { nemus_my_appointments: () => [seminar, webinar] });
    await press('Alle in den Kalender');
    const { name, type, bytes } = await saved();
    expect([name, type]).toEqual(['nemus-termine.ics', 'text/calendar;charset=utf-8']);
    const text = bytes?.toString('utf8') ?? '';
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(2);
    expect(text.match(/^DTSTART;TZID=Europe\/Berlin:/gm)).toHaveLength(2);
    expect(text.match(/^UID:.*@termine\.nemus/gm)).toHaveLength(2);
  });

  it('of one appointment is called like it', async () => {
    await pages.open('/appointments?termin=webinar', { nemus_my_appointments: () => [webinar] });
    await press('In den Kalender');
    expect((await saved()).name).toBe('webinar-uebung.ics');
  });
});

describe('the certificate of attendance', () => {
  const attended = { ...webinar, id: 'a1' };

  it('is a PDF as issued, named after the appointment', async () => {
    await pages.open('/appointments', {
      nemus_my_appointments: () => [attended],
      'rpc/nemus_my_certificates': () => [exampleAttendance],
    });
    await press('Teilnahmebescheinigung herunterladen: Webinar: Übung');
    const { name, type, bytes } = await saved();
    expect([name, type]).toEqual(['teilnahmebescheinigung-fallseminar-angststoerungen.pdf', 'application/pdf']);
    expect(bytes?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is not created when it cannot be read, and reports that', async () => {
    const { ports } = await pages.open('/appointments', {
      nemus_my_appointments: () => [attended],
      'rpc/nemus_my_certificates': () => json(403, { code: '42501', message: 'no' }),
    });
    await press('Teilnahmebescheinigung herunterladen: Webinar: Übung');
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'error',
          title: 'Teilnahmebescheinigung nicht erstellt',
          description: expect.stringMatching(/^Es ist ein unerwarteter Fehler aufgetreten\..* Support-ID: \S+$/),
        },
      ]),
    );
    expect(pages.saved()).toEqual([]);
  });
});
