/** What keeps a command on the database from passing, and what to do about it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    problem: string,
    readonly remedy: string,
  ) {
    super(problem);
  }
}

/** Runs a command to its end; a refusal becomes its last lines and the exit code 1, anything else keeps its trace. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`\n  ${error.message}\n  ${error.remedy}\n\n`);
    process.exitCode = 1;
  }
}
