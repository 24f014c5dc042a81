import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const SubscriptionPage = lazyPage(
  () => import(/* webpackChunkName: "payments-first-page" */ './pages/subscription/SubscriptionPage'),
);
const WithdrawalPage = lazyPage(() => import('./pages/withdrawal/WithdrawalPage'));
const PaymentResultPage = lazyPage(() => import('./pages/result/PaymentResultPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path="/subscription" element={<SubscriptionPage />} />
      <Route path="/payment-success" element={<PaymentResultPage />} />
      <Route path="/widerruf" element={<WithdrawalPage />} />
    </>,
  ),
);
