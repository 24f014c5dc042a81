import { useState } from 'react';
import { usePortal } from '../../portal/portal-context';
import { CodeForm } from './CodeForm';
import { RecoveryCodeForm } from './RecoveryCodeForm';

/** The app's code, or a recovery code instead. After success the guard redirects: the session changes. */
export function FactorSteps() {
  const { leave } = usePortal();
  const [isRecovering, setRecovering] = useState(false);
  const signOut = () => void leave();
  return isRecovering ? (
    <RecoveryCodeForm onBack={() => setRecovering(false)} onSignOut={signOut} />
  ) : (
    <CodeForm onRecover={() => setRecovering(true)} onSignOut={signOut} />
  );
}
