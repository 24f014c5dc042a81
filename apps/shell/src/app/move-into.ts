/**
 * Moves an element that is in the page to the end of another. Where a browser can (`moveBefore`), everything in it goes
 * on as it was; elsewhere the focus is given back to whoever had it.
 */
export function moveInto(place: Element, element: HTMLElement) {
  if (typeof Reflect.get(place, 'moveBefore') === 'function') {
    place.moveBefore(element, null);
    return;
  }
  const focused = document.activeElement;
  place.append(element);
  if (focused instanceof HTMLElement && element.contains(focused)) focused.focus({ preventScroll: true });
}
