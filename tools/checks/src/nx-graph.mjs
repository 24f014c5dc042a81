/**
 * Prints Nx's view of the repository as JSON in its last line: its projects and their dependencies, and for each given
 * file which targets of a list a change of it selects (`nx affected`). One start of Nx for all of them; its own command
 * line takes three seconds to start for each question.
 *
 * `node nx-graph.mjs <target,target> <file> …`
 */
import { getAffectedGraphNodes } from 'nx/src/command-line/affected/affected';
import { createProjectGraphAsync } from 'nx/src/project-graph/project-graph';

const [targets = '', ...files] = process.argv.slice(2);
const graph = await createProjectGraphAsync({ exitOnError: true });
const affected = {};
for (const file of files) {
  const projects = await getAffectedGraphNodes({ files: [file] }, graph);
  affected[file] = projects.flatMap(({ name, data }) =>
    targets
      .split(',')
      .filter((target) => data.targets?.[target])
      .map((target) => `${name}:${target}`),
  );
}
const { nodes, dependencies } = graph;
process.stdout.write(`\n${JSON.stringify({ graph: { nodes, dependencies }, affected })}\n`);
