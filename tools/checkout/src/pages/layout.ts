import type { Context } from 'hono';
import type { HtmlEscapedString } from 'hono/utils/html';
import { html } from 'hono/html';
import type { SandboxEnvironment } from '../api/handle';

/** Escaped markup. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly layout?: 'two' | 'narrow';
  /** Foreign addresses to which a form of the page may redirect. */
  readonly leadsTo?: readonly (string | null)[];
  readonly status?: 200 | 404 | 410;
}

/** No scripts at all; styles from a file; forms may end only at the session's addresses. */
function contentPolicy(leadsTo: readonly (string | null)[]): string {
  const origins = leadsTo.flatMap((address) => (address ? [new URL(address).origin] : []));
  const formAction = ["'self'", ...new Set(origins)].join(' ');
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Answers a whole page. Every page states first that no money moves. */
export function showPage(
  context: Context<SandboxEnvironment>,
  { title, body, layout = 'narrow', leadsTo = [], status = 200 }: Page,
): Response | Promise<Response> {
  context.header('Content-Security-Policy', contentPolicy(leadsTo));
  context.header('X-Content-Type-Options', 'nosniff');
  // Not `no-referrer`: forms would be sent with the origin `null`, which the check of the origin refuses.
  context.header('Referrer-Policy', 'same-origin');
  context.header('Cache-Control', 'no-store');
  return context.html(
    html`<!doctype html>
      <html lang="de">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} – Testmodus</title>
          <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="/assets/checkout.css" />
        </head>
        <body>
          <header class="test-mode"><strong>TESTMODUS</strong> – hier wird kein Geld bewegt.</header>
          <main class="${layout}">${body}</main>
        </body>
      </html>`,
    status,
  );
}

/** Name and mark of the seller. */
export const merchant = (): Markup => html`<p class="merchant"><span aria-hidden="true">N</span> Nemus Testkasse</p>`;

/** A page with one message and one link. */
export function showNotice(
  context: Context<SandboxEnvironment>,
  notice: { title: string; text: string; link?: { href: string; label: string }; status?: 200 | 404 | 410 },
): Response | Promise<Response> {
  const { title, text, link, status = 200 } = notice;
  return showPage(context, {
    title,
    status,
    body: html`<section class="card">
      ${merchant()}
      <h1>${title}</h1>
      <p>${text}</p>
      ${link ? html`<a class="button" href="${link.href}">${link.label}</a>` : ''}
    </section>`,
  });
}
