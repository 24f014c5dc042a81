import { useCallback, useDeferredValue } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';

/** Marks a history step that opened a dialog from its page: closing it goes back. */
const OPENED_HERE = { dialogOpenedHere: true };
const openedHereSchema = z.object({ dialogOpenedHere: z.literal(true) });

/**
 * A dialog with its own address: the query says which item it shows, so a link opens it and the back button closes it,
 * while the page behind keeps its position.
 * @param name of the query parameter
 */
export function useDialogAddress(name: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();

  const close = useCallback(() => {
    if (openedHereSchema.safeParse(state).success) {
      void navigate(-1);
      return;
    }
    const rest = new URLSearchParams(params);
    rest.delete(name);
    void navigate({ search: rest.toString() }, { replace: true });
  }, [navigate, state, params, name]);

  /** Props of a link that opens the dialog for an item. */
  const linkTo = useCallback(
    (id: string) => {
      const next = new URLSearchParams(params);
      next.set(name, id);
      return { to: { search: next.toString() }, state: OPENED_HERE };
    },
    [params, name],
  );
  // The click is answered first: a dialog is more than a frame's work on a slow device.
  return { openedId: useDeferredValue(params.get(name)), linkTo, close };
}
