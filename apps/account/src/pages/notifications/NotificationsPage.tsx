import { AccountPage } from '../../frame/AccountPage';

/** Notifications of the account. */
export default function NotificationsPage() {
  return <AccountPage title="Benachrichtigungen" />;
}
