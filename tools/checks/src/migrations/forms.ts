/**
 * Which migration holds the form of a function, view or policy that is in force. Released migrations are never edited:
 * what one of them says may be over, and a later file has the whole object anew. Read from the text alone, since every
 * object stands in a statement of its own at the beginning of a line; what a `do` block makes is not seen here.
 */

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** An object of the schema, and the migrations that made or changed it, in their order. */
export interface Forms {
  /** `private.nemus_x`, or a policy with its table: `"own rows are read" on nemus_x`. */
  readonly object: string;
  /** The name alone, as documents write it. */
  readonly name: string;
  readonly files: readonly string[];
  /** Whether the last of them removed it. */
  readonly gone: boolean;
}

const STATEMENT =
  /^(create(?: or replace)?|alter|drop) (function|view|policy) (?:if exists )?(?:(\w+)\.)?(\w+|"[^"]+")(?:\s+on\s+(?:public\.)?([\w.]+))?/gm;

/** Every function, view and policy of the migrations. @param migrations in the order in which they run */
export function readForms(migrations: readonly Migration[]): readonly Forms[] {
  const found = new Map<string, Forms>();
  for (const { name: file, sql } of migrations) {
    for (const [, verb = '', kind, schema = 'public', name = '', table = ''] of sql.matchAll(STATEMENT)) {
      const object = kind === 'policy' ? `${name} on ${table}` : `${schema}.${name}`;
      const before = found.get(object)?.files ?? [];
      found.set(object, {
        object,
        name,
        files: before.at(-1) === file ? before : [...before, file],
        gone: verb === 'drop',
      });
    }
  }
  return [...found.values()];
}

/** The files in which what has this name is in force; of a function its own, not that of its wrapper in `public`. */
export function filesInForce(forms: readonly Forms[], name: string): readonly string[] {
  const all = forms.filter((form) => form.name === name && !form.gone);
  const own = all.filter((form) => form.object.startsWith('private.'));
  return (own.length > 0 ? own : all).flatMap((form) => form.files.at(-1) ?? []);
}

const title = (file: string) => file.replace(/^\d+_|\.sql$/g, '');
const link = (file: string) => `[${title(file)}](migrations/${file})`;

/**
 * The document that tells who reads an older migration what of it is over: a section a file, a line an object.
 * @returns Markdown, as prettier leaves it
 */
export function writeReplaced(forms: readonly Forms[]): string {
  const files = [...new Set(forms.flatMap((form) => form.files))].toSorted();
  const sections = files.flatMap((file) => {
    const lines = forms
      .filter((form) => form.files.includes(file) && form.files.at(-1) !== file)
      .map((form) => {
        const last = form.files.at(-1) ?? '';
        return `- \`${form.object}\`: ${form.gone ? 'removed by' : 'now in'} ${link(last)}`;
      })
      .toSorted();
    return lines.length > 0 ? [`## ${file}\n\n${lines.join('\n')}\n`] : [];
  });
  return `# What later migrations replaced

Written by \`npm run write-replaced -w @nemus/checks\`; \`npx nx test checks\` fails when it is not what the migrations say.

A released migration is never edited ([Working on it](README.md#working-on-it)). Of each file that a later one overtook, these functions, views and policies are not in force any more as they stand there. What is not listed is in force. The columns of a table as they are now stand in \`libs/contract/src/database.ts\`.

${sections.join('\n')}`;
}
