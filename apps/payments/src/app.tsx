import { AreaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const SubscriptionPage = lazyPage(() => import('./pages/subscription/SubscriptionPage'));
const PaymentResultPage = lazyPage(() => import('./pages/result/PaymentResultPage'));

function Root() {
  return (
    <AreaPages>
      <Route path="/subscription" element={<SubscriptionPage />} />
      <Route path="/payment-success" element={<PaymentResultPage />} />
    </AreaPages>
  );
}

export default defineRemote({ root: Root });
