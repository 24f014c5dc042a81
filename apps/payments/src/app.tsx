import { lazy, Suspense } from 'react';
import { AreaFrame, AreaNotFound, PageSkeleton } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route, Routes } from 'react-router-dom';

const SubscriptionPage = lazy(() => import('./pages/subscription/SubscriptionPage'));
const PaymentResultPage = lazy(() => import('./pages/result/PaymentResultPage'));

function Root() {
  return (
    <AreaFrame>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="/subscription" element={<SubscriptionPage />} />
          <Route path="/payment-success" element={<PaymentResultPage />} />
          <Route path="*" element={<AreaNotFound />} />
        </Routes>
      </Suspense>
    </AreaFrame>
  );
}

export default defineRemote({ root: Root });
