/** The inbox page. Polls for new mails every few seconds; the open one is in the address (`#/<id>`). */

/** Time between two questions, in milliseconds. */
const PERIOD = 2000;

interface Message {
  readonly id: string;
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly { readonly filename: string }[];
}

const dates = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' });

function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing`);
  return found;
}

const main = element('main', HTMLElement);
const list = element('messages', HTMLOListElement);
const empty = element('empty', HTMLParagraphElement);
const none = element('none', HTMLParagraphElement);
const opened = element('open', HTMLDivElement);
const subject = element('subject', HTMLHeadingElement);
const frame = element('html', HTMLIFrameElement);
const text = element('text', HTMLPreElement);
const files = element('files', HTMLParagraphElement);
const asHtml = element('as-html', HTMLButtonElement);
const asText = element('as-text', HTMLButtonElement);
const clear = element('clear', HTMLButtonElement);
const sure = element('sure', HTMLDialogElement);
const news = element('news', HTMLParagraphElement);
const trouble = element('trouble', HTMLParagraphElement);

let messages: readonly Message[] | null = null;
/** The content of the list; it is only rendered again when that changes, so that focus stays where it is. */
let drawn = '';

const chosenId = () => location.hash.replace(/^#\/?/, '');

function entry(message: Message): HTMLLIElement {
  const link = document.createElement('a');
  link.href = `#/${message.id}`;
  const title = document.createElement('strong');
  title.textContent = message.subject;
  const facts = document.createElement('span');
  facts.textContent = `${message.to} · ${dates.format(new Date(message.at))} Uhr`;
  link.append(title, facts);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function drawList(): void {
  const all = messages ?? [];
  const state = all.map(({ id }) => id).join();
  if (state !== drawn) {
    const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.hash : null;
    list.replaceChildren(...all.map(entry));
    drawn = state;
    if (focused) list.querySelector<HTMLAnchorElement>(`a[href="${focused}"]`)?.focus();
  }
  empty.hidden = messages === null || all.length > 0;
  clear.hidden = all.length === 0;
  for (const link of list.querySelectorAll('a')) {
    link.setAttribute('aria-current', String(link.hash === `#/${chosenId()}`));
  }
}

function drawMessage(moveFocus: boolean): void {
  const message = messages?.find(({ id }) => id === chosenId());
  main.dataset['view'] = message ? 'message' : 'list';
  none.hidden = message !== undefined;
  opened.hidden = message === undefined;
  document.title = `${message ? `${message.subject} · ` : ''}Posteingang · Nemus lokal`;
  if (!message) return;
  subject.textContent = message.subject;
  element('to', HTMLElement).textContent = message.to;
  element('at', HTMLElement).textContent = `${dates.format(new Date(message.at))} Uhr`;
  text.textContent = message.text;
  const attached = message.attachments ?? [];
  files.hidden = attached.length === 0;
  files.replaceChildren(
    ...attached.map(({ filename }, index) => {
      const link = document.createElement('a');
      link.href = `/messages/${message.id}/files/${index}`;
      link.textContent = `Anhang: ${filename}`;
      return link;
    }),
  );
  const address = `/messages/${message.id}`;
  if (frame.getAttribute('src') !== address) frame.src = address;
  if (moveFocus) subject.focus();
}

function choose(form: 'html' | 'text'): void {
  frame.hidden = form === 'text';
  text.hidden = form === 'html';
  asHtml.setAttribute('aria-pressed', String(form === 'html'));
  asText.setAttribute('aria-pressed', String(form === 'text'));
}

function announce(before: readonly Message[] | null, now: readonly Message[]): void {
  if (!before) return;
  const known = new Set(before.map(({ id }) => id));
  const fresh = now.filter(({ id }) => !known.has(id)).length;
  if (fresh > 0) news.textContent = fresh === 1 ? 'Eine neue Nachricht.' : `${fresh} neue Nachrichten.`;
}

async function refresh(): Promise<void> {
  try {
    const answer = await fetch('/api/messages');
    if (!answer.ok) throw new Error(String(answer.status));
    // The page and this list come from the same server and the same version.
    const now: readonly Message[] = await answer.json();
    announce(messages, now);
    messages = now;
    trouble.hidden = true;
    drawList();
    drawMessage(false);
  } catch {
    trouble.textContent = 'Der Posteingang ist nicht erreichbar. Läuft das Portal? Es wird weiter versucht.';
    trouble.hidden = false;
  }
}

async function poll(): Promise<void> {
  if (document.visibilityState === 'visible') await refresh();
  setTimeout(() => void poll(), PERIOD);
}

addEventListener('hashchange', () => {
  drawList();
  drawMessage(true);
});
document.addEventListener('visibilitychange', () => void refresh());
asHtml.addEventListener('click', () => choose('html'));
asText.addEventListener('click', () => choose('text'));
clear.addEventListener('click', () => sure.showModal());
element('keep', HTMLButtonElement).addEventListener('click', () => sure.close());
element('remove', HTMLButtonElement).addEventListener('click', () => {
  sure.close();
  void fetch('/api/messages', { method: 'DELETE' }).then(() => {
    location.hash = '#/';
    return refresh();
  });
});
void poll();

export {};
