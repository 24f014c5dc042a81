import type { Toast } from '@nemus/contract';
import type { MailLink, SessionUser } from '@nemus/session';
import { z } from 'zod';
import { PATHS } from '../../routing/paths';

/** Where a link leads once it is opened. */
export interface AfterLink {
  readonly to: string;
  /** State of the history entry there. */
  readonly state?: MailProof;
  readonly toast?: Toast;
}

/**
 * Says that the mailbox has just been proven, so that the form asks for no current password; survives a reload, and no
 * address can carry it. The service decides by itself.
 */
const mailProofSchema = z.object({ provenBy: z.string() });
export type MailProof = z.infer<typeof mailProofSchema>;

/** Whether a history entry says that a mail's link has brought this account here. */
export function isProven(state: unknown, userId: string): boolean {
  return mailProofSchema.safeParse(state).data?.provenBy === userId;
}

/** The next page after a link. Nothing in the link's own address has a say in it. */
export function placeAfterLink(type: MailLink['type'], user: SessionUser): AfterLink {
  switch (type) {
    case 'recovery':
    case 'invite':
      return { to: PATHS.resetPassword, state: { provenBy: user.id } };
    case 'email_change':
      return { to: PATHS.start, toast: { kind: 'success', title: 'E-Mail-Adresse geändert', description: user.email } };
    case 'signup':
      return {
        // Which leads on to an invitation that came before the sign-up.
        to: PATHS.start,
        toast: {
          kind: 'success',
          title: 'E-Mail-Adresse bestätigt',
          description: `Sie sind jetzt als ${user.email} angemeldet.`,
        },
      };
  }
}
