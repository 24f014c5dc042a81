/** Where in the form somebody is. */
export type FormPlace = 'email' | 'password' | 'submit';

/** What somebody has done in the page's own form before React drew it. Lives in memory alone, and not for long. */
export interface TypedSignIn {
  readonly email: string;
  readonly password: string;
  readonly focus: {
    readonly place: FormPlace;
    /** What is selected, or where the caret stands; null where the browser does not tell. */
    readonly selection: readonly [from: number, to: number] | null;
  } | null;
  /** The form was sent: with Enter, or by its button. */
  readonly isSent: boolean;
  /** The sign-in that the sending has begun; null when nothing could be sent yet, such as an empty field. */
  readonly attempt: Promise<void> | null;
}
