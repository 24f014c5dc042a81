import { makeSqlMutants } from './sql-mutants';

it('changes one operator at a time and says in which line', () => {
  const mutants = makeSqlMutants('select 1\nwhere a >= 2 and b is null');
  expect(mutants.map(({ line, from, to }) => ({ line, from, to }))).toEqual([
    { line: 2, from: '>=', to: '>' },
    { line: 2, from: 'and', to: 'or' },
    { line: 2, from: 'is null', to: 'is not null' },
  ]);
  expect(mutants[0]?.sql).toBe('select 1\nwhere a > 2 and b is null');
});

it('takes out a refusal, over several lines, and a lock', () => {
  const sql = "perform private.nemus_refuse(404, 'a',\n  'b');\nselect 1 for update;";
  expect(makeSqlMutants(sql).map((mutant) => mutant.sql)).toEqual([
    'null;\n\nselect 1 for update;',
    "perform private.nemus_refuse(404, 'a',\n  'b');\nselect 1;",
  ]);
});

it('leaves comments alone', () => {
  expect(makeSqlMutants('-- a = b and c\n/* a >= b */ select 1')).toEqual([]);
});

it('leaves settings alone, and functions that a later migration replaced', () => {
  const sql = [
    "create function private.old(a int) returns int language sql set search_path = '' as $$",
    '  select 1 where a >= 2',
    '$$;',
    "create function private.older(a int) returns int language sql set search_path = '' as $$",
    '  select 1 where a >= 2',
    '$$;',
  ].join('\n');
  expect(makeSqlMutants(sql, ['private.old']).map(({ line, from }) => ({ line, from }))).toEqual([
    { line: 5, from: '>=' },
  ]);
});
