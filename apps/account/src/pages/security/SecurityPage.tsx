import { AccountPage } from '../../frame/AccountPage';

/** Security of the account. */
export default function SecurityPage() {
  return <AccountPage title="Sicherheit" />;
}
