import { localStore } from '@nemus/host/browser/storage';

/** `off`: this browser's user wants no shortcuts of the portal (WCAG 2.1.4). A setting of the device. */
const OFF_KEY = 'nemus.shortcuts';

/** Whether the portal's shortcuts are on. */
export function areShortcutsOn(): boolean {
  return localStore.getItem(OFF_KEY) !== 'off';
}

export function keepShortcuts(on: boolean): void {
  if (on) localStore.removeItem(OFF_KEY);
  else localStore.setItem(OFF_KEY, 'off');
}

/** On Apple keyboards ⌘ replaces Ctrl; there, Ctrl K deletes the rest of a line in every field. */
const IS_APPLE = /^(Mac|iP)/.test(navigator.platform);

/** The palette's shortcut, as labelled on the keyboard and for assistive technology. */
export const PALETTE_KEYS = IS_APPLE
  ? { keys: ['⌘', 'K'], shortcut: 'Meta+K' }
  : { keys: ['Strg', 'K'], shortcut: 'Control+K' };
/** The shortcut that folds the side navigation. */
export const SIDEBAR_KEYS = IS_APPLE ? ['⌘', 'B'] : ['Strg', 'B'];

/** Kinds of `<input>` without text input. */
const NOT_TYPED = ['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit'];

/** Whether the target takes text: a single character is then input. */
function isTypedInto(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || isWrittenIn(target);
}

/** Editable text: editors use Ctrl K themselves. */
function isWrittenIn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[contenteditable]:not([contenteditable="false"])') !== null;
}

/** The command of a key; null for other keys, for one that the page has handled, and when shortcuts are off. */
export function askedBy(event: KeyboardEvent): 'palette' | 'keys' | null {
  if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing || !areShortcutsOn()) return null;
  const command = IS_APPLE ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (command)
    return event.key.toLowerCase() === 'k' && !event.shiftKey && !isWrittenIn(event.target) ? 'palette' : null;
  if (event.key !== '?' || event.ctrlKey || event.metaKey) return null;
  return isTypedInto(event.target) ? null : 'keys';
}
