type Row = Readonly<Record<string, unknown>> | null;

/** A line of a log: what was done to what, with the old and new values by column name. */
export interface LogLine {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: string;
  /** Name of whom or what it is about; empty when unknown. */
  readonly about: string;
  readonly before: Row;
  readonly after: Row;
}

/** Lines of a log, newest first. */
export interface LogPage<Line extends LogLine> {
  readonly lines: readonly Line[];
  /** Cursor of the next page; null at the end. */
  readonly next: number | null;
}

/** Labels of a log's content. */
export interface LogWords<Line extends LogLine> {
  readonly actor: (line: Line) => string;
  readonly action: (line: Line) => string;
  readonly subject: (subject: string) => string;
  /** Page of whom or what a line is about; null for none. */
  readonly link?: (line: Line) => string | null;
  /** Label of a column; the one of `columnLabel` by default. */
  readonly column?: (column: string) => string;
}
