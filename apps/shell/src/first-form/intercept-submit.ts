/** Id of the sign-in form in `index.html`. This file imports nothing: it is part of the script in the page's head. */
export const FORM_ID = 'first-form';

/** The browser never sends the page's form: that it was sent is noted, and answered by the portal once it is there. */
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
