/**
 * Moves an element of the page to the end of another. With `moveBefore` its content keeps its state; other browsers get
 * the focus restored.
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
