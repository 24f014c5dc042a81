/** An SMS as it is handed over. */
export interface Sms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Names the SMS: the same again is not sent again. */
  readonly reference: string;
}

/** What became of it. refused: no further attempt will do. */
export type Delivery =
  | { readonly outcome: 'sent'; readonly parts: number | null; readonly providerId: string | null }
  | { readonly outcome: 'refused' };

/** An SMS provider. Another provider is another file like `seven-io.ts`. */
export interface SmsProvider {
  /** @throws {Error} when it cannot be said whether the SMS left, or when trying again may do */
  send(sms: Sms): Promise<Delivery>;
}
