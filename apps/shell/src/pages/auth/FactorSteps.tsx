import { useState } from 'react';
import { usePortal } from '../../portal/portal-context';
import { CodeForm } from './CodeForm';
import { RecoveryCodeForm } from './RecoveryCodeForm';

/** The code of the app, or a recovery code in its place. After success the guard leads on: the session changes. */
export function FactorSteps() {
  const { session } = usePortal();
  const [isRecovering, setRecovering] = useState(false);
  const signOut = () => void session.signOut();
  return isRecovering ? (
    <RecoveryCodeForm onBack={() => setRecovering(false)} onSignOut={signOut} />
  ) : (
    <CodeForm onRecover={() => setRecovering(true)} onSignOut={signOut} />
  );
}
