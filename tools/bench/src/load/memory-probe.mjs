/**
 * Loaded into the backend's process by the soak (`node --expose-gc --import …`): answers over the parent's channel what
 * the process holds after everything that nobody needs any more was collected. The backend itself has no such door.
 */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// Listening for the parent keeps no process alive.
process.channel?.unref();
