/** Id of the sign-in form in `index.html`. This file imports nothing: it is part of the script in the page's head. */
export const FORM_ID = 'first-form';

/** The browser never submits the page's form: the submit is recorded, and the portal answers it once it has started. */
export function interceptSubmit() {
  addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.id !== FORM_ID) return;
      event.preventDefault();
      form.dataset.sent = '';
      const status = form.querySelector('[role="status"]');
      if (status) status.textContent = 'Die Anmeldung läuft …';
    },
    true,
  );
}
