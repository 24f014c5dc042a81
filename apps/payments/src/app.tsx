import { lazy } from 'react';
import { AreaPages } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const SubscriptionPage = lazy(() => import('./pages/subscription/SubscriptionPage'));
const PaymentResultPage = lazy(() => import('./pages/result/PaymentResultPage'));

function Root() {
  return (
    <AreaPages>
      <Route path="/subscription" element={<SubscriptionPage />} />
      <Route path="/payment-success" element={<PaymentResultPage />} />
    </AreaPages>
  );
}

export default defineRemote({ root: Root });
