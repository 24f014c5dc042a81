import { ToastRegion } from '@nemus/ui';
import { useStore } from 'zustand';
import { usePortal } from '../portal/portal-context';

/** The toasts of shell and areas. */
export function Toasts() {
  const { toasts } = usePortal();
  return <ToastRegion toasts={useStore(toasts.store)} onDismiss={toasts.dismiss} />;
}
