import type { Chunk, Compilation, Module } from '@rspack/core';
import { SHARED_MODULES } from './shared';

/** What federation puts in the place of a shared import, and what brings the module along. */
const IMPORTED = 'consume-shared-module';
const PROVIDED = 'provide-module';
const SHARED_NAME = /^(?:consume|provide) shared module \([^)]*\) (.+?)@[~^]?\d/;

/**
 * Files that a federated build asks for right after its entry has run: the shared modules that the entry imports, and
 * those that they import in turn. The bundler knows no `import` for them, only its own runtime does; a page that wants
 * them early has to name them.
 *
 * @returns Files relative to the output folder, without the entry's own.
 */
export function startupFiles(compilation: Compilation, entry: string): string[] {
  return filesBehind(compilation, compilation.entrypoints.get(entry)?.chunks ?? [], 'without');
}

/**
 * Files of a chunk that is imported by name, and of the shared modules that it imports in turn.
 * Throws when the build has no such chunk.
 */
export function chunkFiles(compilation: Compilation, name: string): string[] {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`The build has no chunk "${name}"; an import() with that name is missing.`);
  return filesBehind(compilation, group.chunks, 'with');
}

function filesBehind(compilation: Compilation, initial: readonly Chunk[], own: 'with' | 'without'): string[] {
  const providers = new Map(
    [...compilation.modules].filter(({ type }) => type === PROVIDED).map((module) => [sharedName(module), module]),
  );
  const reached = new Set<Chunk>(initial);
  // A set that grows while it is walked: what was reached is looked at in its turn.
  for (const chunk of reached) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      const provider = module.type === IMPORTED ? providers.get(sharedName(module)) : undefined;
      for (const provided of provider ? lazyChunks(compilation, provider) : []) reached.add(provided);
    }
  }
  const files = [...new Set([...reached].flatMap((chunk) => [...chunk.files]))].toSorted();
  if (own === 'with') return files;
  const initialFiles = new Set(initial.flatMap((chunk) => [...chunk.files]));
  return files.filter((file) => !initialFiles.has(file));
}

/**
 * Files of the shared modules that a build provides and the first screen of an area may need. What is not among the
 * startup files waits until an area needs it.
 */
export function sharedFiles(compilation: Compilation): string[] {
  const late = new Set(SHARED_MODULES.filter((shared) => shared.late).map(({ name }) => name));
  const provided = [...compilation.modules].filter(
    (module) => module.type === PROVIDED && !late.has(sharedName(module)),
  );
  const chunks = provided.flatMap((module) => lazyChunks(compilation, module));
  return [...new Set(chunks.flatMap((chunk) => [...chunk.files]))].toSorted();
}

function sharedName(module: Module): string {
  return SHARED_NAME.exec(module.identifier())?.[1] ?? '';
}

function lazyChunks({ chunkGraph }: Compilation, module: Module): Chunk[] {
  return module.blocks.flatMap((block) => [...(chunkGraph.getBlockChunkGroup(block)?.chunks ?? [])]);
}
