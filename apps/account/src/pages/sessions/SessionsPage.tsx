import { AccountPage } from '../../frame/AccountPage';

/** Sessions of the account. */
export default function SessionsPage() {
  return <AccountPage title="Anmeldungen" />;
}
