/** @jest-environment ../../jest.browser.mjs */
import { fileNameOf, saveFile } from './save-file';

it.each([
  ['Übung: Angst & Zwang', 'uebung-angst-zwang'],
  ['Café – Große Runde!', 'cafe-grosse-runde'],
  ['U\u0308bung: Gro\u00DFe Ru\u0308cke', 'uebung-grosse-ruecke'],
  ['  ', ''],
])('names the file of "%s" %s', (title, name) => expect(fileNameOf(title)).toBe(name));

it('hands the content over as a download and lets go of the address', async () => {
  const createObjectURL = jest.fn((_content: Blob) => 'blob:portal/1');
  const revokeObjectURL = jest.fn();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  const clicked: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  saveFile('termin.ics', 'text/calendar', 'BEGIN:VCALENDAR');
  expect(clicked).toEqual(['termin.ics blob:portal/1']);
  expect(createObjectURL.mock.calls[0]?.[0]).toMatchObject({ type: 'text/calendar', size: 15 });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(revokeObjectURL).toHaveBeenCalledWith('blob:portal/1');
});
