import ICAL from 'ical.js';
import { writeCalendar } from './calendar-file';
import { exampleAppointment } from '../examples/appointment';

const origin = {
  addressOf: (id: string) => `https://portal.example/appointments/${id}`,
  supportEmail: 'support@nemus.example',
};

/** Reads a file with a parser that is not the writer's. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zone = calendar.getFirstSubcomponent('vtimezone');
  if (zone) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return {
    method: calendar.getFirstPropertyValue('method'),
    zone: zone?.getFirstPropertyValue('tzid'),
    events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
  };
}

function onlyEvent(text: string) {
  const [event] = parse(text).events;
  if (!event) throw new Error('The file has no event.');
  return event;
}

describe('a calendar file', () => {
  it('carries the appointment at its moment, in Berlin time', () => {
    const text = writeCalendar([exampleAppointment()], origin);
    const { zone, method } = parse(text);
    const event = onlyEvent(text);
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20270301T140000');
    expect({ zone, method }).toEqual({ zone: 'Europe/Berlin', method: 'PUBLISH' });
    expect(event.startDate.toJSDate().toISOString()).toBe('2027-03-01T13:00:00.000Z');
    expect(event.endDate.toJSDate().toISOString()).toBe('2027-03-01T14:30:00.000Z');
    expect(text).toContain('DTSTAMP:20270201T100000Z');
    expect(event.summary).toBe('Fallseminar Angststörungen');
    expect(event.description).toContain('https://meet.example/angst');
  });

  it('keeps the moment over the change to summer time', () => {
    const summer = exampleAppointment({ starts_at: '2027-07-01T08:00:00Z', ends_at: '2027-07-01T09:00:00Z' });
    const text = writeCalendar([summer], origin);
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20270701T100000');
    expect(onlyEvent(text).startDate.toJSDate().toISOString()).toBe('2027-07-01T08:00:00.000Z');
  });

  it('updates the existing entry: same UID, higher sequence', () => {
    const first = onlyEvent(writeCalendar([exampleAppointment()], origin));
    // Within the same minute.
    const moved = exampleAppointment({ starts_at: '2027-03-01T14:00:00Z', calendar_sequence: 40_000_001 });
    const second = onlyEvent(writeCalendar([moved], origin));
    expect(second.uid).toBe(first.uid);
    expect(second.sequence).toBeGreaterThan(first.sequence);
    expect(second.sequence).toBeLessThan(2 ** 31);
  });

  it('removes a cancelled appointment from the calendar', () => {
    const text = writeCalendar([exampleAppointment({ status: 'cancelled' })], origin);
    expect(parse(text).method).toBe('CANCEL');
    expect(onlyEvent(text).component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it('contains all appointments, also cancelled and waiting ones, each with its own status', () => {
    const text = writeCalendar(
      [
        exampleAppointment({ id: 'a' }),
        exampleAppointment({ id: 'b', status: 'cancelled' }),
        exampleAppointment({ id: 'c', status: 'waitlist', meeting_url: null, location: 'Raum 3' }),
      ],
      origin,
    );
    const { method, events } = parse(text);
    expect(method).toBe('PUBLISH');
    expect(events.map(({ component }) => component.getFirstPropertyValue('status'))).toEqual([
      'CONFIRMED',
      'CANCELLED',
      'TENTATIVE',
    ]);
  });

  it('survives a title with commas, semicolons and line breaks', () => {
    const title = 'Angst, Zwang; Trauma\\\nTeil 2';
    expect(onlyEvent(writeCalendar([exampleAppointment({ title })], origin)).summary).toBe(title);
  });
});

it('has an entry for each part; the first one keeps the entry of the appointment', () => {
  const part = (id: string, title: string, day: string) => ({
    id,
    title,
    starts_at: `2027-03-${day}T17:00:00Z`,
    ends_at: `2027-03-${day}T20:00:00Z`,
    units: 4,
  });
  const parts = [part('a1', '', '01'), part('p2', 'Abschluss', '08')];
  const { events } = parse(writeCalendar([exampleAppointment({ id: 'a1', parts, parts_needed: 2 })], origin));
  expect(events.map(({ uid, summary, startDate }) => [uid, summary, startDate.toJSDate().toISOString()])).toEqual([
    ['a1@termine.nemus', 'Fallseminar Angststörungen (Teil 1)', '2027-03-01T17:00:00.000Z'],
    ['p2@termine.nemus', 'Fallseminar Angststörungen (Teil 2: Abschluss)', '2027-03-08T17:00:00.000Z'],
  ]);
});
