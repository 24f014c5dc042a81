import { defineRemote, Slot, usePorts, useSession } from '@nemus/contract/react';

export default defineRemote({ root: Supervision });

/** Greets the user, and shows a slot of another area. */
function Supervision() {
  const { notify, events } = usePorts();
  const { email } = useSession();
  const enrol = () => {
    events.publish('enrollments-changed', { courseId: 'supervision' });
    notify({ kind: 'success', title: 'Sie sind angemeldet.' });
  };
  return (
    <main>
      <h1>Supervision</h1>
      <p>{email}</p>
      <button onClick={enrol}>Anmelden</button>
      <Slot name="credit-balance" props={{ variant: 'inline' }} fallback={<p>Guthaben nicht verfügbar</p>} />
    </main>
  );
}
