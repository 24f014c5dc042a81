export type FieldName = 'email' | 'password';
/** The fields of the page's own form. */
export type PageFields = Readonly<Record<FieldName, HTMLInputElement>>;

/** The focused field. */
export type FormPlace = FieldName | 'submit';

/** What the user has done in the page's own form before React rendered it. In memory only, and briefly. */
export interface TypedSignIn {
  readonly email: string;
  readonly password: string;
  readonly focus: {
    readonly place: FormPlace;
    /** The selection or caret; null when the browser does not report it. */
    readonly selection: readonly [from: number, to: number] | null;
  } | null;
  /** The form was submitted: with Enter, or by its button. */
  readonly isSent: boolean;
  /** The sign-in started by the submit; null for invalid input, such as an empty field. */
  readonly attempt: Promise<void> | null;
}
