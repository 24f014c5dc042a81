/** Whether a process runs. Free of dependencies and of types: `npm run reset` uses it before anything is installed. */

/** @param {number} pid */
export function isRunning(pid) {
  // 0 asks for the caller's own group, and a file that was cut off is read as 0.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is alive and belongs to another user.
    return error.code === 'EPERM';
  }
}
