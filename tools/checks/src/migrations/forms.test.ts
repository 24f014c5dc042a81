/** The two documents that lead from a rule, and from an old file, to the SQL that is in force. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesInForce, readForms, writeReplaced } from './forms';
import { readMigrations } from './read-migrations';

const SUPABASE = path.resolve(__dirname, '../../../../supabase');
const forms = readForms(readMigrations(path.join(SUPABASE, 'migrations')));

/** The rows of the table of rules: what they name, and the migrations and tests that they lead to. */
const rows = (() => {
  const readme = readFileSync(path.join(SUPABASE, 'README.md'), 'utf8');
  const [, table = ''] = /## Where a rule stands\n([^]*?)\n## /.exec(readme) ?? [];
  return table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (?:Rule|-+|\*\*)/.test(line))
    .map((line) => {
      const [, rule = '', names = '', files = '', tests = ''] = line.split('|').map((cell) => cell.trim());
      return {
        rule,
        names: [...names.matchAll(/`(\w+)`|("[^"]+")/g)].map((match) => match[1] ?? match[2] ?? ''),
        files: [...files.matchAll(/\(migrations\/([^)]+)\)/g)].map((match) => match[1] ?? ''),
        tests: [...tests.matchAll(/\]\((\.\.\/[^)]+\.ts)\)/g)].map((match) => match[1] ?? ''),
      };
    });
})();

describe('the table of rules in supabase/README.md', () => {
  const inForce = rows.filter(({ files }) => files.length > 0);

  it('leads from every rule to the file in which it is in force, and to no other', () => {
    const wrong = inForce.flatMap(({ rule, names, files }) => {
      const right = new Set(names.flatMap((name) => filesInForce(forms, name)));
      return [
        ...names.filter((name) => filesInForce(forms, name).length === 0).map((name) => `${rule}: no ${name}`),
        ...[...right].filter((file) => !files.includes(file)).map((file) => `${rule}: names no ${file}`),
        ...files.filter((file) => !right.has(file)).map((file) => `${rule}: nothing of it is in force in ${file}`),
      ];
    });
    expect(wrong).toEqual([]);
    expect(inForce.length).toBeGreaterThan(40);
  });

  it('leads to a test of every rule', () => {
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ rule }) => rule)).toEqual([]);
  });
});

it('the map in docs/architecture.md leads to files in which what it names is in force', () => {
  const map = readFileSync(path.join(SUPABASE, '../docs/architecture.md'), 'utf8');
  const answers = map.split('\n').filter((line) => line.startsWith('|') && line.includes('supabase/migrations/'));
  const wrong = answers.flatMap((line) => {
    const [, question = ''] = line.split('|');
    const files = [...line.matchAll(/supabase\/migrations\/(?:\d+|\*)(_\w+\.sql)/g)].map(([, end = '']) => end);
    return [...line.matchAll(/`(?:private\.)?(nemus_\w+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => {
        const right = filesInForce(forms, name);
        return right.length > 0 && !right.some((file) => files.some((end) => file.endsWith(end)));
      })
      .map((name) => `${question.trim()}: ${name} is in force in ${filesInForce(forms, name).join(', ')}`);
  });
  expect(wrong).toEqual([]);
  expect(answers.length).toBeGreaterThan(10);
  expect(new Set(answers.map((line) => line.split('|')[1])).size).toBe(answers.length);
});

it('supabase/replaced.md says what is over; if not: npm run write-replaced -w @nemus/checks', () => {
  expect(readFileSync(path.join(SUPABASE, 'replaced.md'), 'utf8')).toBe(writeReplaced(forms));
});

describe('the form that is in force', () => {
  const sample = readForms([
    {
      name: '1_courses.sql',
      sql: `create function private.price(p_id text)
create policy "own rows are read" on public.a for select
create policy "own rows are read"
  on public.b for select
create view private.list as select 1
create function public.price()`,
    },
    { name: '2_prices.sql', sql: 'create or replace function private.price(p_id text)\ndrop view private.list;' },
    {
      name: '3_rows.sql',
      sql: 'drop policy "own rows are read" on public.a;\ncreate policy "own rows are read" on public.a',
    },
  ]);

  it('is the last one, whatever the wrapper of the same name is', () => {
    expect(filesInForce(sample, 'price')).toEqual(['2_prices.sql']);
    expect(filesInForce(sample, '"own rows are read"')).toEqual(['3_rows.sql', '1_courses.sql']);
  });

  it('is none when it was removed', () => {
    expect(filesInForce(sample, 'list')).toEqual([]);
  });

  it('is told of each older file', () => {
    expect(writeReplaced(sample)).toMatch(
      /## 1_courses\.sql\n\n- `"own rows are read" on a`: now in \[rows\]\(migrations\/3_rows\.sql\)\n- `private\.list`: removed by \[prices\].*\n- `private\.price`: now in \[prices\].*\n$/,
    );
  });
});
