type Row = Readonly<Record<string, unknown>> | null;

/** A line of a log: what was done to what, and how it was and is, by the names of its columns. */
export interface LogLine {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly before: Row;
  readonly after: Row;
}

/** Lines of a log, the newest first. */
export interface LogPage<Line extends LogLine> {
  readonly lines: readonly Line[];
  /** The line that the next page begins after; null at the end. */
  readonly next: number | null;
}

/** How a log says what its lines hold. */
export interface LogWords<Line extends LogLine> {
  readonly actor: (line: Line) => string;
  readonly action: (line: Line) => string;
  readonly subject: (subject: string) => string;
  /** What a column is called; without it, by its name. */
  readonly column?: (column: string) => string;
}
