/** The program of a command line, as a file that Node runs as it is. @param entry Its source, from the repository's root. */
export function programOf(entry: string): Promise<string>;
