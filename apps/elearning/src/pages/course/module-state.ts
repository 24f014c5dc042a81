import type { LearningBlock, LearningCourse, LearningModule } from '@nemus/data';

/** A module with the account's state. */
export interface ModuleState {
  readonly module: LearningModule;
  readonly completed: boolean;
  /** The module before it is not completed yet, its block is not open, or the course is not bought. */
  readonly locked: boolean;
}

/** A block with its letter, its modules and how it can be used. */
export interface BlockState {
  readonly block: LearningBlock;
  /** A, B, C, … by position. */
  readonly letter: string;
  readonly modules: readonly ModuleState[];
  /** `later`: the modules before it come first. `unbought`: of a premium course that the account does not have. */
  readonly access: 'open' | 'later' | 'empty' | 'closed' | 'unbought';
}

/**
 * Only the first module of a course is unlocked; completing one unlocks the next (S-6.8). The database
 * enforces the same rule; here it decides what is shown.
 */
export function blockStates(
  course: Pick<LearningCourse, 'blocks' | 'modules'>,
  completed: ReadonlySet<string>,
  mayLearn: boolean,
): BlockState[] {
  const openBlocks = new Set(course.blocks.filter(({ is_open }) => is_open).map(({ id }) => id));
  const states = course.modules.map((module, index): ModuleState => {
    const before = course.modules[index - 1];
    const reached = before === undefined || completed.has(before.id);
    const open = mayLearn && openBlocks.has(module.block_id);
    const done = completed.has(module.id);
    // A quiz may be completed before its preceding modules.
    return { module, completed: done, locked: !open || (!reached && !done) };
  });
  return course.blocks.map((block, index) => {
    const modules = states.filter(({ module }) => module.block_id === block.id);
    const reachable = !mayLearn ? 'unbought' : modules.every(({ locked }) => locked) ? 'later' : 'open';
    const access = modules.length === 0 ? 'empty' : block.is_open ? reachable : 'closed';
    return { block, letter: String.fromCodePoint(65 + index), modules, access };
  });
}

/** How many modules of a block are completed. */
export function countCompleted({ modules }: Pick<BlockState, 'modules'>): number {
  return modules.filter(({ completed }) => completed).length;
}
