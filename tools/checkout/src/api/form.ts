/** A parameter as the provider's form encoding carries it: text, a list, or a group. */
export type FormValue = string | readonly FormValue[] | FormGroup;
export interface FormGroup {
  readonly [name: string]: FormValue;
}

type Branch = Map<string, string | Branch>;

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_DEPTH = 8;
const MAX_PAIRS = 2_000;

function split(key: string): string[] | undefined {
  const parts = KEY.exec(key);
  if (!parts) return undefined;
  const [, first = '', rest = ''] = parts;
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, name = '']) => name)];
}

function isList(branch: Branch): boolean {
  return branch.size > 0 && [...branch.keys()].every((name) => /^\d+$/.test(name));
}

function freeze(branch: Branch): FormGroup | FormValue[] {
  const entries = [...branch].map(([name, value]): [string, FormValue] => [
    name,
    typeof value === 'string' ? value : freeze(value),
  ]);
  if (isList(branch)) return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  return Object.fromEntries(entries);
}

/**
 * Reads `a[b][0][c]=1` into `{ a: { b: [{ c: '1' }] } }`, for bodies and query strings alike. An invalid key is kept
 * unchanged, so that the schema refuses it by name.
 */
export function parseForm(text: string): FormGroup {
  const root: Branch = new Map();
  for (const [key, value] of [...new URLSearchParams(text)].slice(0, MAX_PAIRS)) {
    const path = split(key);
    if (!path || path.length > MAX_DEPTH) {
      root.set(key, value);
      continue;
    }
    let branch = root;
    for (const [position, name] of path.entries()) {
      const slot = name === '' ? String(branch.size) : name;
      if (position === path.length - 1) {
        branch.set(slot, value);
        break;
      }
      const existing = branch.get(slot);
      const next: Branch = existing instanceof Map ? existing : new Map();
      branch.set(slot, next);
      branch = next;
    }
  }
  const tree = freeze(root);
  return Array.isArray(tree) ? Object.fromEntries(tree.entries()) : tree;
}
