import { localStore } from '../browser/storage';

/** `off`: whoever uses this browser wants no keys of the portal's own (WCAG 2.1.4). A setting of the device. */
const OFF_KEY = 'nemus.shortcuts';

/** Whether the portal listens for keys of its own. */
export function areShortcutsOn(): boolean {
  return localStore.getItem(OFF_KEY) !== 'off';
}

export function keepShortcuts(on: boolean): void {
  if (on) localStore.removeItem(OFF_KEY);
  else localStore.setItem(OFF_KEY, 'off');
}

/** On keyboards of Apple ⌘ stands for Ctrl; there, Ctrl K deletes the rest of a line in every field. */
const IS_APPLE = /^(Mac|iP)/.test(navigator.platform);

/** The keys that open the palette, as they stand on the keyboard and as assistive technology is told. */
export const PALETTE_KEYS = IS_APPLE
  ? { keys: ['⌘', 'K'], shortcut: 'Meta+K' }
  : { keys: ['Strg', 'K'], shortcut: 'Control+K' };
/** The keys that fold the side navigation. */
export const SIDEBAR_KEYS = IS_APPLE ? ['⌘', 'B'] : ['Strg', 'B'];

/** Kinds of `<input>` in which nobody types. */
const NOT_TYPED = ['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit'];

/** Whether somebody types there: a single character then means itself. */
function isTypedInto(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || isWrittenIn(target);
}

/** Text that is edited where it stands: editors have a use for Ctrl K of their own. */
function isWrittenIn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[contenteditable]:not([contenteditable="false"])') !== null;
}

/** What a key asks for; null for every other key, for one that the page has used, and where keys are turned off. */
export function askedBy(event: KeyboardEvent): 'palette' | 'keys' | null {
  if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing || !areShortcutsOn()) return null;
  const command = IS_APPLE ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (command)
    return event.key.toLowerCase() === 'k' && !event.shiftKey && !isWrittenIn(event.target) ? 'palette' : null;
  if (event.key !== '?' || event.ctrlKey || event.metaKey) return null;
  return isTypedInto(event.target) ? null : 'keys';
}
