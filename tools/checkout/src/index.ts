/** Sandbox of the payment provider: speaks Stripe's API on this machine, moves no money. */
export { CheckoutStartError, startCheckout, type CheckoutOptions, type RunningCheckout } from './start';
