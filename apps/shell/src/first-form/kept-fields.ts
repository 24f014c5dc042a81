import type { FieldName, PageFields } from './typed-sign-in';

/**
 * Lets React draw with the fields of the page's own form instead of new ones. Otherwise what still has one of them, such
 * as a password manager, would fill in nothing, or what has the focus.
 *
 * React creates an element by `document.createElement`, after the components around it have rendered and before the
 * next ones do.
 */
export class KeptFields {
  readonly #fields: PageFields;
  #next: HTMLInputElement | null = null;

  constructor(fields: PageFields) {
    this.#fields = fields;
  }

  /** The next input is this one. */
  expect(name: FieldName) {
    this.#next = this.#fields[name];
  }

  /** Draws with the fields; later inputs are new ones. */
  during(page: Document, draw: () => void) {
    const create = (tag: string, options?: ElementCreationOptions): HTMLElement => {
      const kept = tag === 'input' ? this.#next : null;
      if (kept) this.#next = null;
      return kept ?? Document.prototype.createElement.call(page, tag, options);
    };
    Object.defineProperty(page, 'createElement', { value: create, configurable: true });
    try {
      draw();
    } finally {
      Reflect.deleteProperty(page, 'createElement');
    }
  }
}
