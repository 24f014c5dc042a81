import { startTransition, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { usePortal, useSessionState } from '../portal/portal-context';
import { askedBy } from './shortcuts';

/** The palette of the page. */
export interface Palette {
  /** Null without a session. */
  readonly open: (() => void) | null;
  /** The open dialog; rendered once per page. */
  readonly dialog: ReactNode;
}

/** What the palette's code exports. */
interface Dialogs {
  readonly PaletteDialog: ComponentType<{ onClose: () => void; onKeys: () => void }>;
  readonly KeysDialog: ComponentType<{ onClose: () => void }>;
}

/** Opens the palette by its shortcut or through `open`. Its code loads on first use. */
export function usePalette(): Palette {
  const { toasts } = usePortal();
  const { status, profileStatus } = useSessionState();
  const isOffered = status === 'signed-in' && profileStatus !== 'blocked';
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  const [dialogs, setDialogs] = useState<Dialogs | null>(null);
  const { notify } = toasts;

  const show = useCallback(
    (asked: 'palette' | 'keys') => {
      // Pressed again, the shortcut closes what it has opened.
      setShown((before) => (before === asked ? null : asked));
      import(/* webpackChunkName: "palette" */ './dialog').then(setDialogs, () => {
        setShown(null);
        notify({
          kind: 'error',
          title: 'Die Suche konnte nicht geladen werden.',
          description: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
        });
      });
    },
    [notify],
  );
  useEffect(() => {
    if (!isOffered) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (asked === null) return;
      event.preventDefault();
      show(asked);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOffered, show]);

  const close = () => setShown(null);
  const { PaletteDialog, KeysDialog } = dialogs ?? {};
  return {
    // Keys that follow a shortcut belong to the field; after a click the button answers first.
    open: isOffered ? () => startTransition(() => show('palette')) : null,
    dialog: !isOffered ? null : shown === 'palette' && PaletteDialog ? (
      <PaletteDialog onClose={close} onKeys={() => setShown('keys')} />
    ) : shown === 'keys' && KeysDialog ? (
      <KeysDialog onClose={close} />
    ) : null,
  };
}
