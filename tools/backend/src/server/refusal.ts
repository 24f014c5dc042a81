/**
 * Why the backend does not start, or a command on the database ends: the problem in one sentence and the remedy in another. Its message is printed
 * unchanged.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
  readonly problem: string;
  readonly remedy: string;

  constructor(problem: string, remedy: string, options?: { cause?: unknown }) {
    super(`${problem} ${remedy}`, options);
    this.problem = problem;
    this.remedy = remedy;
  }
}
