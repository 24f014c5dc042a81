import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Compiler } from '@rspack/core';
import { composePage, inlineHash, inlineStyles, integrityOf } from '../../../../libs/build/src/shell-page';
import { renderFirstPage } from '../../../../libs/build/src/shell-page-plugin';
import type { StartFiles } from '../tuned/start-files';

/** The page behind each path, by the file that draws it. */
const PAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  piw: {
    '/dashboard': 'trainee/src/pages/dashboard/DashboardPage',
    '/profile': 'trainee/src/pages/profile/ProfilePage',
    '/competencies': 'trainee/src/pages/competencies/CompetenciesPage',
    '/seminar-catalog': 'trainee/src/pages/catalog/CatalogPage',
    '/appointments': 'trainee/src/pages/appointments/AppointmentsPage',
    '/e-learning': 'elearning/src/pages/courses/CoursesPage',
    '/subscription': 'payments/src/pages/subscription/SubscriptionPage',
    '/logbook': 'logbook/src/pages/start/StartPage',
  },
  institution: {
    '/dashboard': 'institution/src/pages/dashboard/DashboardPage',
    '/piw-management': 'institution/src/pages/trainees/TraineesPage',
    '/course-bookings': 'institution/src/pages/bookings/BookingsPage',
    '/purchases': 'institution/src/pages/purchases/PurchasesPage',
    '/settings': 'institution/src/pages/settings/SettingsPage',
    '/profile': 'trainee/src/pages/profile/ProfilePage',
    '/subscription': 'payments/src/pages/subscription/SubscriptionPage',
    '/logbook': 'logbook/src/pages/start/StartPage',
  },
};

/** The boot script's placeholder for the table of files. */
export const START_FILES_MARK = '__NEMUS_START_FILES__';

/** Where the page's parts are found, and where the boot script is written as the page has it. */
export interface TunedPageOptions {
  readonly template: string;
  readonly firstPage: string;
  readonly bootScript: string;
  readonly inlineScript: string;
}

/** Writes the page of the tuned monolith: its boot script knows the files of each path and role. */
export class TunedPagePlugin {
  readonly #options: TunedPageOptions;

  constructor(options: TunedPageOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tap('TunedPagePlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const { template, firstPage, bootScript, inlineScript } = this.#options;
      const site = compiler.options.output.path ?? '.';
      const own = compilation.entrypoints.get('main')?.getFiles() ?? [];
      const trusted = (file: string) => ({
        href: `/${file}`,
        integrity: integrityOf(readFileSync(path.join(site, file))),
      });
      const files = startFiles(compilation, new Set(own), (file) => trusted(file).integrity);
      const inline = readFileSync(bootScript, 'utf8')
        .trim()
        .replace(`"${START_FILES_MARK}"`, () => JSON.stringify(files));
      mkdirSync(path.dirname(inlineScript), { recursive: true });
      writeFileSync(inlineScript, inline);
      const page = composePage(readFileSync(template, 'utf8'), {
        first: renderFirstPage(firstPage),
        inline: [inline],
        styles: own.filter((file) => file.endsWith('.css')).map(trusted),
        scripts: own.filter((file) => file.endsWith('.js')).map(trusted),
        preload: [],
        forView: [],
        forVisitors: [],
        forSignIn: [],
        forAccounts: [],
      });
      writeFileSync(path.join(site, 'index.html'), page);
      const csp = { scriptHashes: [inlineHash(inline)], styleHashes: inlineStyles(page).map(inlineHash) };
      writeFileSync(path.join(path.dirname(site), 'csp.json'), JSON.stringify(csp));
    });
  }
}

function startFiles(compilation: Compilation, own: ReadonlySet<string>, hash: (file: string) => string): StartFiles {
  const { chunks = [] } = compilation
    .getStats()
    .toJson({ all: false, chunks: true, chunkOrigins: true, chunkRelations: true, ids: true });
  /** Files of a module's `import()`. */
  const filesOf = (importer: string, request: string) =>
    chunks
      .filter(({ origins = [] }) =>
        origins.some(
          (origin) => (origin.moduleName ?? '').includes(importer) && (origin.request ?? '').endsWith(request),
        ),
      )
      .flatMap(({ files = [] }) => files);
  const table: Record<string, Record<string, [string, string][]>> = {};
  for (const [role, pages] of Object.entries(PAGES)) {
    const paths: Record<string, [string, string][]> = {};
    for (const [address, page] of Object.entries(pages)) {
      const area = page.slice(0, page.indexOf('/'));
      const wanted = new Set([
        ...filesOf('', `/apps/${area}/src/app`),
        ...filesOf(`apps/${area}/src/app`, page.slice(area.length + '/src'.length)),
      ]);
      const files = [...wanted].filter((file) => /\.(js|css)$/.test(file) && !own.has(file));
      if (files.length < 2) throw new Error(`No chunks were found for ${page}.`);
      paths[address] = files.map((file) => [`/${file}`, hash(file)]);
    }
    table[role] = paths;
  }
  return table;
}
