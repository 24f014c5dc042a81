import type { Change } from './changes/change';
import { INSTITUTION_CHANGES } from './changes/institution';
import { INVITATION_CHANGES } from './changes/invitations';
import { PROFILE_CHANGES } from './changes/profile';
import { PURCHASE_CHANGES } from './changes/purchases';
import { TRAINING_CHANGES } from './changes/training';
import { WITHDRAWAL } from './changes/withdrawal';

/** Every change that users can make in the portal's forms. */
export const CHANGES: readonly Change[] = [
  ...PROFILE_CHANGES,
  ...INSTITUTION_CHANGES,
  ...INVITATION_CHANGES,
  ...PURCHASE_CHANGES,
  ...TRAINING_CHANGES,
  WITHDRAWAL,
];
