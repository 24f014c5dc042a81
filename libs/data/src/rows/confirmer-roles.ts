import { z } from 'zod';

/** Roles of confirmers, in the order of every screen. */
export const CONFIRMER_ROLES = ['leader', 'supervision', 'self_experience', 'lecturer'] as const;
export const confirmerRoleSchema = z.enum(CONFIRMER_ROLES);
export type ConfirmerRole = z.infer<typeof confirmerRoleSchema>;

/** Their German names. */
export const CONFIRMER_ROLE_LABELS: Readonly<Record<ConfirmerRole, string>> = {
  leader: 'Befugte*r',
  supervision: 'Supervision',
  self_experience: 'Selbsterfahrung',
  lecturer: 'Dozent*in',
};
