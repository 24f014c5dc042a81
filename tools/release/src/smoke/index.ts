/** Opens an area in the real shell, in a real browser, before users get it. */
export { isCheckout, runSmoke } from './checkout';
export { readAccounts } from './accounts';
export { smokeInPortal } from './portal';
