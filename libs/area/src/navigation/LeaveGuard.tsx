import { useEffect, useRef, useState } from 'react';
import { usePorts } from '@nemus/contract/react';
import { ConfirmDialog } from '@nemus/ui';

/**
 * Asks before the portal leaves the address with unsaved work, by a link, the menu, the back button, or a button of the
 * page. Renders the dialog.
 *
 * @example
 * <LeaveGuard when={formState.isDirty} />
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const { navigation } = usePorts();
  const [asking, setAsking] = useState(false);
  const answer = useRef<((leave: boolean) => void) | null>(null);
  // Do not ask again a question that saving has closed, even if there is new unsaved work.
  if (asking && !when) setAsking(false);

  useEffect(() => {
    if (!when) return undefined;
    const stop = navigation.guardLeave(
      () =>
        new Promise<boolean>((resolve) => {
          // A second navigation replaces the pending one.
          answer.current?.(false);
          answer.current = resolve;
          setAsking(true);
        }),
    );
    return () => {
      stop();
      // Saved meanwhile, or gone with its form: nothing can be lost any more, so the navigation continues.
      answer.current?.(true);
      answer.current = null;
    };
  }, [when, navigation]);

  const settle = (leave: boolean) => {
    setAsking(false);
    answer.current?.(leave);
    answer.current = null;
  };
  return (
    <ConfirmDialog
      open={asking}
      danger
      title="Änderungen verwerfen?"
      confirmLabel="Änderungen verwerfen"
      cancelLabel="Weiter bearbeiten"
      onConfirm={() => settle(true)}
      onCancel={() => settle(false)}
    >
      Ihre Eingaben sind noch nicht gespeichert. Wenn Sie jetzt gehen, gehen sie verloren.
    </ConfirmDialog>
  );
}
