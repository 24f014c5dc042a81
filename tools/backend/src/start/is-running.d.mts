/** Whether a process with this number runs; one of another user does, and may not be asked. */
export function isRunning(pid: number): boolean;
