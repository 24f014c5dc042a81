/** Which files import which: each file's own imports, as paths of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Import cycles: groups of files that all reach each other. One group is one finding, however many cycles it has; each
 * is given as one shortest path back to its start.
 */
export function findCircles(graph: ImportGraph): readonly (readonly string[])[] {
  return groups(graph).map((group) => shortestWay(graph, group));
}

/** Strongly connected groups of more than one file, and files that import themselves (Tarjan's algorithm). */
function groups(graph: ImportGraph): readonly ReadonlySet<string>[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: ReadonlySet<string>[] = [];

  function visit(file: string): number {
    const number = order.size;
    let low = number;
    order.set(file, number);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      const seen = order.get(next);
      if (seen === undefined) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, seen);
    }
    lowest.set(file, low);
    if (low === number) {
      const group = new Set(open.splice(open.indexOf(file)));
      if (group.size > 1 || (graph.get(file) ?? []).includes(file)) found.push(group);
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** A shortest path from the group's first file back to itself. */
function shortestWay(graph: ImportGraph, group: ReadonlySet<string>): readonly string[] {
  const [start = ''] = [...group].toSorted();
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return [...way, start];
      if (!group.has(next) || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [start];
}
