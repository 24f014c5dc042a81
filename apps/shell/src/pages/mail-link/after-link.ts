import type { Toast } from '@nemus/contract';
import type { MailLink, SessionUser } from '@nemus/session';
import { z } from 'zod';
import { PATHS } from '../../routing/paths';

/** Where to go after a link was opened. */
export interface AfterLink {
  readonly to: string;
  /** State of the history entry there. */
  readonly state?: MailProof;
  readonly toast?: Toast;
}

/**
 * Records that the mailbox has just been proven, so that the form requires no current password; survives a reload, and
 * cannot be set by an address. The service checks independently.
 */
const mailProofSchema = z.object({ provenBy: z.string() });
export type MailProof = z.infer<typeof mailProofSchema>;

/** Whether a history entry records that a mail's link opened this account. */
export function isProven(state: unknown, userId: string): boolean {
  return mailProofSchema.safeParse(state).data?.provenBy === userId;
}

/** The next page after a link. The link's own address has no influence. */
export function placeAfterLink(type: MailLink['type'], user: SessionUser): AfterLink {
  switch (type) {
    case 'recovery':
    case 'invite':
      return { to: PATHS.resetPassword, state: { provenBy: user.id } };
    case 'email_change':
      return { to: PATHS.start, toast: { kind: 'success', title: 'E-Mail-Adresse geändert', description: user.email } };
    case 'signup':
      return {
        // It leads on to an invitation from before the sign-up.
        to: PATHS.start,
        toast: {
          kind: 'success',
          title: 'E-Mail-Adresse bestätigt',
          description: `Sie sind jetzt als ${user.email} angemeldet.`,
        },
      };
  }
}
