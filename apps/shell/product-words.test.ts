import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The shell, and what it runs without a screen. */
const SOURCES = [path.join(__dirname, 'src'), path.join(__dirname, '../../libs/host/src')];

/** Subjects of the product: their pages belong to areas. */
const SUBJECTS =
  /logb(uch|ook)|zertifikat|certificate|widerruf|withdrawal|seminar|kurs(?!iv|or)|course|credit|rechnung|invoice|erstatt|refund|quiz|buchung|booking|leaderboard|kompetenz/i;

/** Files that may name one. */
const ALLOWED: Readonly<Record<string, string>> = {
  'app/PlaceView.tsx': 'legal texts',
  'app/layout.ts': 'legal texts',
  'config/config.ts': 'legal texts',
  'frame/LegalLinks.tsx': 'legal links of every page',
  'notifications/NotificationPanel.tsx': 'says what notifications are about',
  'palette/dialog/shell-entries.ts': 'legal links',
  'ports/events.ts': 'events of the contract',
  'routing/paths.ts': 'legal texts, and paths of an earlier menu',
};

/** `/old` shows the earlier portal as it was, and the gallery examples. Tests need examples as well. */
const EXAMPLES = /^pages\/(?:old\/|GalleryPage)|^testing\/|\.test\.tsx?$/;

const named = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !EXAMPLES.test(file))
    .filter((file) => SUBJECTS.test(readFileSync(path.join(folder, file), 'utf8'))),
);

it('names no subject of the product, except where it must', () => {
  expect(named.toSorted()).toEqual(Object.keys(ALLOWED));
});
