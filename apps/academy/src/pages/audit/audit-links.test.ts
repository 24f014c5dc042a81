import { linkOf } from './audit-links';

const LINE = { id: 1, at: '', actor_id: '', actor_name: '', action: 'update', about: '', before: null, after: null };

it.each([
  ['courses', 'c1', ['staff:catalogue'], '/academy/catalogue/c1'],
  ['courses', 'c1', ['staff:people'], null],
  ['appointment_participations', 'd1:p1', ['staff:teaching'], '/academy/dates/d1/participants'],
  ['staff', 'p1:orders', ['staff:people'], '/academy/people/p1'],
  ['learning_courses', 'kurs-1', ['staff:catalogue'], '/academy/e-learning/kurs-1'],
  ['name_requests', 'r1', ['staff:people'], '/academy/people/names'],
  ['jobs', 'send-mails:1', ['staff:people'], null],
])('leads from %s to a page that the reader may open', (subject, key, rights, page) => {
  expect(linkOf({ ...LINE, subject, subject_id: key }, rights)).toBe(page);
});
