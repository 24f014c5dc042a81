import { createHash } from 'node:crypto';

/** A file that the page requests, with its Subresource Integrity value. */
export interface PageFile {
  readonly href: string;
  readonly integrity: string;
}

/** What the page shows before any script has loaded. */
export interface FirstPage {
  /** Elements of the head. */
  readonly head: readonly string[];
  readonly markup: string;
}

/** Where the template has it. */
const FIRST_PAGE = '<!-- first page -->';

/** Parts of the page. */
export interface PageParts {
  readonly first: FirstPage | null;
  /** Inlined scripts, in order. */
  readonly inline: readonly string[];
  readonly styles: readonly PageFile[];
  /** Scripts that start the shell. */
  readonly scripts: readonly PageFile[];
  /** Scripts that the start needs next: requested at once, after the entry scripts. */
  readonly preload: readonly PageFile[];
  /**
   * The same when a boot script decides: listed without being requested, since a form in the page does not need them.
   */
  readonly forView: readonly PageFile[];
  /** Scripts of a start without a valid session, which only the boot script knows: listed without being requested. */
  readonly forVisitors: readonly PageFile[];
  /** Scripts of the rendered sign-in page: listed without being requested, since a start with a session lacks it. */
  readonly forSignIn: readonly PageFile[];
  /**
   * Scripts for accounts: listed without being requested, since only the boot script knows whether there is a session.
   */
  readonly forAccounts: readonly PageFile[];
}

/**
 * Inserts the parts into the template. In its head: the entry scripts first, then inline scripts, since they start
 * requests.
 * Throws when the template has no `</head>`, or an inline script would close its element.
 */
export function composePage(template: string, parts: PageParts): string {
  if (!template.includes('</head>')) throw new Error("The shell's page template has no </head>.");
  if (parts.inline.some((script) => /<\/script/i.test(script))) {
    throw new Error('An inline script contains "</script" and would end its own element.');
  }
  if (template.includes(FIRST_PAGE) !== (parts.first !== null)) {
    throw new Error(`A template with "${FIRST_PAGE}" needs a first page, and only that one.`);
  }
  const head = [
    // Before the boot script: it starts many requests, and these scripts must not wait behind them.
    ...parts.scripts.map(
      ({ href, integrity }) => `<script defer fetchpriority="high" src="${href}" ${trust(integrity)}></script>`,
    ),
    ...named('view', parts.forView),
    ...named('visitor', parts.forVisitors),
    ...named('sign-in', parts.forSignIn),
    ...named('account', parts.forAccounts),
    ...parts.inline.map((script) => `<script>${script}</script>`),
    ...(parts.first?.head ?? []),
    ...parts.styles.map((file) => `<link rel="stylesheet" ${attributes(file)}>`),
    ...parts.preload.map((file) => `<link rel="preload" as="script" ${attributes(file)}>`),
  ];
  // A function, since a replacement string would interpret "$" in a script.
  return template
    .replace('</head>', () => `${head.map((line) => `    ${line}\n`).join('')}  </head>`)
    .replace(FIRST_PAGE, () => parts.first?.markup ?? '');
}

/** Files that are requested when a script takes them out of the template. */
function named(whose: string, files: readonly PageFile[]): string[] {
  if (files.length === 0) return [];
  const links = files.map((file) => `  <link rel="preload" as="script" ${attributes(file)}>`);
  return [`<template data-for="${whose}">`, ...links, '</template>'];
}

/** Subresource Integrity value of a file. */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Source expression of an inline script or style for the Content-Security-Policy, without quotes. */
export function inlineHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Content of the page's own style elements, verbatim. */
export function inlineStyles(page: string): string[] {
  return [...page.matchAll(/<style\b[^>]*>(.*?)<\/style>/gis)].map(([, text = '']) => text);
}

function attributes({ href, integrity }: PageFile): string {
  return `href="${href}" ${trust(integrity)}`;
}

function trust(integrity: string): string {
  return `integrity="${integrity}" crossorigin="anonymous"`;
}
