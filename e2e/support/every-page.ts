import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readDeclaration } from '@nemus/build/declaration';
import { isForAccount, isPublic } from '@nemus/registry';
import { ACCOUNTS, OPERATOR, STAFF } from '../../tools/portal/src/harness/sign-in';
import { areaFolders } from '../../tools/portal/src/serve/releases';
import { PAGES } from './pages';
import { DEMO } from './test';

/** Pages of the portal that one account opens; null: a visitor without an account. */
export interface PagesOf {
  readonly name: string;
  readonly account: { readonly email: string; readonly password: string } | null;
  readonly addresses: readonly string[];
}

/** Pages of the shell itself. */
const SHELL = {
  visitor: [
    '/auth',
    '/auth?ansicht=registrieren',
    '/auth?ansicht=passwort',
    '/impressum',
    '/datenschutz',
    '/barrierefreiheit',
  ],
  operator: ['/diagnose'],
};
/** What an account needs that only confirms logbook entries. */
const CONFIRMING = [
  '/dashboard',
  '/logbook',
  '/logbook/inbox',
  '/logbook/decisions',
  '/logbook/confirming',
  '/profile',
  '/account',
];

/** Addresses without parameters in the source of an area's pages. */
async function addressesIn(folder: string): Promise<string[]> {
  const source = await readFile(path.join(folder, 'src/app.tsx'), 'utf8');
  return [...source.matchAll(/<Route path=(?:\{')?["']?(\/[^"':*}]*)["'}]/g)].map(([, address = '']) => address);
}

/** Every page of the portal, by the account that opens it: new pages of areas come by themselves. */
export async function everyPage(): Promise<PagesOf[]> {
  const areas = await Promise.all(
    areaFolders().map(async (folder) => ({
      routes: (await readDeclaration(folder)).routes,
      addresses: await addressesIn(folder),
    })),
  );
  /** Addresses with the routes that open them. */
  const pages = areas.flatMap(({ routes, addresses }) =>
    addresses.map((address) => ({
      address,
      routes: routes.filter((route) => address === route.path || address.startsWith(`${route.path}/`)),
    })),
  );
  const openTo = ({ userType, rights }: Pick<typeof STAFF, 'userType' | 'rights'>) =>
    pages.filter(({ routes }) => routes.some((route) => !isPublic(route) && isForAccount(route, userType, rights)));
  const byRight = ({ userType, rights }: typeof STAFF) =>
    openTo({ userType, rights }).filter(({ routes }) => routes.every(({ requires }) => requires !== undefined));
  const addresses = (all: typeof pages, more: readonly string[] = []) => [
    ...new Set([...all.map(({ address }) => address), ...more]),
  ];
  const byType = ACCOUNTS.map(({ name, userType, rights, email, password }) => ({
    name,
    account: { email, password },
    addresses: addresses(openTo({ userType, rights }), PAGES[userType]),
  }));
  return [
    {
      name: 'visitor',
      account: null,
      addresses: addresses(
        pages.filter(({ routes }) => routes.some(isPublic)),
        SHELL.visitor,
      ),
    },
    ...byType,
    { name: 'staff', account: STAFF, addresses: addresses(byRight(STAFF)) },
    { name: 'operator', account: OPERATOR, addresses: addresses(byRight(OPERATOR), SHELL.operator) },
    { name: 'supervision', account: DEMO.supervision, addresses: CONFIRMING },
  ];
}
