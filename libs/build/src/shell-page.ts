import { createHash } from 'node:crypto';

/** A file that the page requests, with its Subresource Integrity value. */
export interface PageFile {
  readonly href: string;
  readonly integrity: string;
}

/** What stands in the page's head. */
export interface PageParts {
  /** Scripts that are written into the page itself, in order. */
  readonly inline: readonly string[];
  readonly styles: readonly PageFile[];
  /** Scripts that start the shell. */
  readonly scripts: readonly PageFile[];
  /** Scripts that the start will ask for: requested at once, behind the ones that start it. */
  readonly preload: readonly PageFile[];
  /** The same where a boot script decides: named without being requested, since a form in the page needs none of them. */
  readonly forView: readonly PageFile[];
  /** Scripts for somebody who is signed in: named without being requested, since only the boot script knows. */
  readonly forAccounts: readonly PageFile[];
}

/**
 * Puts the parts into the head of the template: the scripts that start the shell first, then inline scripts, since they
 * start requests of their own.
 * Throws when the template has no `</head>`, or an inline script would end its element.
 */
export function composePage(template: string, parts: PageParts): string {
  if (!template.includes('</head>')) throw new Error("The shell's page template has no </head>.");
  if (parts.inline.some((script) => /<\/script/i.test(script))) {
    throw new Error('An inline script contains "</script" and would end its own element.');
  }
  const head = [
    // Before the boot script: it asks for much, and everything that arrives waits for these to run it.
    ...parts.scripts.map(
      ({ href, integrity }) => `<script defer fetchpriority="high" src="${href}" ${trust(integrity)}></script>`,
    ),
    ...named('view', parts.forView),
    ...named('account', parts.forAccounts),
    ...parts.inline.map((script) => `<script>${script}</script>`),
    ...parts.styles.map((file) => `<link rel="stylesheet" ${attributes(file)}>`),
    ...parts.preload.map((file) => `<link rel="preload" as="script" ${attributes(file)}>`),
  ];
  // A function, since a replacement text would give "$" in a script a meaning.
  return template.replace('</head>', () => `${head.map((line) => `    ${line}\n`).join('')}  </head>`);
}

/** Files that are requested when a script takes them out. */
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

/** What stands in the page's own style elements, exactly as it stands there. */
export function inlineStyles(page: string): string[] {
  return [...page.matchAll(/<style\b[^>]*>(.*?)<\/style>/gis)].map(([, text = '']) => text);
}

function attributes({ href, integrity }: PageFile): string {
  return `href="${href}" ${trust(integrity)}`;
}

function trust(integrity: string): string {
  return `integrity="${integrity}" crossorigin="anonymous"`;
}
