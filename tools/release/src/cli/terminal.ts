import { text } from 'node:stream/consumers';

/** Where a command reads and writes; tests have their own. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** What is piped in. */
  readonly input?: () => Promise<string>;
  /** When long-running commands end; by default with the process's signals. */
  readonly ended?: Promise<void>;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passOverClosedPipe);
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
    input: () => text(process.stdin),
  };
}

/**
 * The reader closed the pipe (`nemus-release history | head`): the command still finishes, without an error message.
 */
function passOverClosedPipe(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error;
}

/** What a command answers: `data` for `--json`, `text` for people. */
export interface Answer {
  readonly data: object;
  readonly text: string;
}

/** Columns for people: as wide as their longest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
