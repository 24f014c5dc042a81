import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const EmailPage = lazyPage(() => import('./pages/email/EmailPage'));
const NamePage = lazyPage(() => import('./pages/name/NamePage'));
const NotificationSettingsPage = lazyPage(() => import('./pages/notifications/NotificationSettingsPage'));
const NotificationsPage = lazyPage(() => import('./pages/notifications/NotificationsPage'));
const PhonePage = lazyPage(() => import('./pages/phone/PhonePage'));
const SecurityPage = lazyPage(() => import('./pages/security/SecurityPage'));
const SessionsPage = lazyPage(() => import('./pages/sessions/SessionsPage'));
const DeletionPage = lazyPage(() => import('./pages/deletion/DeletionPage'));
const UnsubscribePage = lazyPage(() => import('./pages/unsubscribe/UnsubscribePage'));
const StartPage = lazyPage(() => import(/* webpackChunkName: "account-first-page" */ './pages/start/StartPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path={'/account'} element={<StartPage />} />
      <Route path="/account/security" element={<SecurityPage />} />
      <Route path="/account/sessions" element={<SessionsPage />} />
      <Route path="/account/notifications" element={<NotificationsPage />} />
      <Route path="/account/notifications/settings" element={<NotificationSettingsPage />} />
      <Route path="/account/name" element={<NamePage />} />
      <Route path="/account/email" element={<EmailPage />} />
      <Route path="/account/phone" element={<PhonePage />} />
      <Route path="/konto-loeschen" element={<DeletionPage />} />
      <Route path="/abbestellen" element={<UnsubscribePage />} />
    </>,
  ),
);
