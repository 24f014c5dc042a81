import type { LearningModule } from '@nemus/data';
import type { ModuleState } from '../course/module-state';

/** A module for tests, with an account's state. */
export function moduleState(id: string, type: LearningModule['type'], completed: boolean, locked = false): ModuleState {
  const module = { id, block_id: 'block-a', position: 1, title: id, duration_minutes: 30, type };
  return { module, completed, locked };
}
