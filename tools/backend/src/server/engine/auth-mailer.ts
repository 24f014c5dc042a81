/** What lite tells about the account beside address and token. */
export interface MailDetails {
  readonly currentEmail?: string | undefined;
  readonly newEmail?: string | undefined;
  /** A changed address: the hash for the new mailbox, when both are asked. */
  readonly tokenHashNew?: string | undefined;
}

/** Sends the mails of the auth API. The shape is lite's own interface for it. */
export interface AuthMailer {
  sendConfirmation(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendRecovery(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendMagicLink(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendEmailChange(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendReauthentication(email: string, code: string, details?: MailDetails): Promise<void>;
}
