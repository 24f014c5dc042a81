import { useEffect, useRef, useState } from 'react';
import { usePorts } from '@nemus/contract/react';
import { ConfirmDialog } from '@nemus/ui';

/**
 * Asks before the portal leaves the address with unsaved work, whichever way: a link, the menu, the back button, or a
 * button of the page itself that navigates. Renders the question.
 *
 * @example
 * <LeaveGuard when={formState.isDirty} />
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const { navigation } = usePorts();
  const [asking, setAsking] = useState(false);
  const answer = useRef<((leave: boolean) => void) | null>(null);
  // A question that saving has ended is not asked when there is something unsaved again.
  if (asking && !when) setAsking(false);

  useEffect(() => {
    if (!when) return undefined;
    const stop = navigation.guardLeave(
      () =>
        new Promise<boolean>((resolve) => {
          // A second navigation takes the place of the one that is still being asked about.
          answer.current?.(false);
          answer.current = resolve;
          setAsking(true);
        }),
    );
    return () => {
      stop();
      // Saved while it was asked about, or gone with its form: nothing is lost any more, and whoever wanted to leave does.
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
