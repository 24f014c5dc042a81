import type { PassingToastProps } from '../feedback/PassingToast';
import type { SideDrawerProps } from '../frame/SideDrawer';
import type { ConfirmDialogProps, DialogProps } from '../overlays/Dialog';
import type { MenuPopupProps } from '../overlays/MenuPopup';
import { useParts } from './use-parts';

export type { ConfirmDialogProps, DialogProps };

/** Details or a short form above the page. Traps the focus, gives it back on closing, fills the screen on phones. */
export function Dialog(props: DialogProps) {
  const parts = useParts(props.open);
  return parts && <parts.Dialog {...props} />;
}

/** Confirms an action that cannot be undone or costs money. The focus starts on the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const parts = useParts(props.open);
  return parts && <parts.ConfirmDialog {...props} />;
}

/** The list of a `Menu`. */
export function MenuPopup(props: MenuPopupProps) {
  const parts = useParts(props.anchor !== null);
  return parts && <parts.MenuPopup {...props} />;
}

/** The side navigation of a phone. */
export function SideDrawer(props: SideDrawerProps) {
  const parts = useParts(props.open);
  return parts && <parts.SideDrawer {...props} />;
}

/** Dismisses a toast after a while. */
export function PassingToast(props: PassingToastProps) {
  const parts = useParts();
  return parts && <parts.PassingToast {...props} />;
}
