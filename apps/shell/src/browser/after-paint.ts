/** A hidden page draws no frame. Milliseconds. */
const WITHOUT_FRAME_MS = 50;

/** Resolves once what has changed so far is on the screen. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WITHOUT_FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
