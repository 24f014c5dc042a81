import type { ModuleState } from '../course/module-state';

/** The modules of a reading block: all but its quiz, which is a separate step. */
export function readModules(modules: readonly ModuleState[]): readonly ModuleState[] {
  return modules.filter(({ module }) => module.type !== 'quiz');
}

/**
 * The module that shows: the one in the address, if it is open; otherwise the first that is to be completed, and the
 * first one when all are. Null for a block without texts.
 */
export function moduleToShow(modules: readonly ModuleState[], requested: string | null): ModuleState | null {
  const open = readModules(modules).filter(({ locked }) => !locked);
  return (
    open.find(({ module }) => module.id === requested) ?? open.find(({ completed }) => !completed) ?? open[0] ?? null
  );
}

/** Label of the next step: whether it completes the module, and its target. */
export function onwardLabel(modules: readonly ModuleState[], { module, completed }: ModuleState): string {
  const last = readModules(modules).at(-1)?.module.id === module.id;
  const toQuiz = last && modules.some((other) => other.module.type === 'quiz');
  if (completed) return toQuiz ? 'Zum Quiz' : last ? 'Weiter' : 'Nächstes Modul';
  return toQuiz ? 'Abschließen und zum Quiz' : 'Abschließen und weiter';
}
