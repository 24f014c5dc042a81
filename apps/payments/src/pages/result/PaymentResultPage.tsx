import { useSearchParams } from 'react-router-dom';
import { NO_SESSION } from './result';
import { ResultCard } from './ResultCard';
import { VerifiedPayment } from './VerifiedPayment';

/** Where the payment provider sends people back to; shows how their payment stands. */
export default function PaymentResultPage() {
  const [params] = useSearchParams();
  const sessionId = params.get('session_id')?.trim() ?? '';
  // Another session is another payment: nothing of the last one stays.
  return sessionId === '' ? (
    <ResultCard result={NO_SESSION} />
  ) : (
    <VerifiedPayment key={sessionId} sessionId={sessionId} />
  );
}
