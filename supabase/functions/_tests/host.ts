/**
 * All functions behind one address, as a hosted project has them: `deno serve host.ts`. For the test that runs them
 * under Deno; folders that begin with an underscore are not deployed.
 */
import areaReports from '../area-reports/index.ts';
import cancelPurchase from '../cancel-purchase/index.ts';
import checkPhone from '../check-phone/index.ts';
import checkPaymentStatus from '../check-payment-status/index.ts';
import changeBooking from '../change-booking/index.ts';
import confirmPurchases from '../confirm-purchases/index.ts';
import confirmUpload from '../confirm-upload/index.ts';
import createCoursePurchase from '../create-course-purchase/index.ts';
import createCreditPurchase from '../create-credit-purchase/index.ts';
import createSubscription from '../create-subscription/index.ts';
import customerPortal from '../customer-portal/index.ts';
import policyReports from '../policy-reports/index.ts';
import releaseRegistry from '../release-registry/index.ts';
import sendDateLetters from '../send-date-letters/index.ts';
import sendInvitations from '../send-invitations/index.ts';
import sendMemberInvitation from '../send-member-invitation/index.ts';
import sendNotifications from '../send-notifications/index.ts';
import sendSignOffLetters from '../send-sign-off-letters/index.ts';
import sendSms from '../send-sms/index.ts';
import stripeWebhook from '../stripe-webhook/index.ts';
import unsubscribe from '../unsubscribe/index.ts';
import useRecoveryCode from '../use-recovery-code/index.ts';
import verifyPayment from '../verify-payment/index.ts';
import withdrawContract from '../withdraw-contract/index.ts';
import type { FunctionEntry } from '../_shared/endpoint.ts';

const FUNCTIONS = new Map<string, FunctionEntry>([
  ['area-reports', areaReports],
  ['cancel-purchase', cancelPurchase],
  ['check-payment-status', checkPaymentStatus],
  ['check-phone', checkPhone],
  ['change-booking', changeBooking],
  ['confirm-purchases', confirmPurchases],
  ['confirm-upload', confirmUpload],
  ['create-course-purchase', createCoursePurchase],
  ['create-credit-purchase', createCreditPurchase],
  ['create-subscription', createSubscription],
  ['customer-portal', customerPortal],
  ['policy-reports', policyReports],
  ['release-registry', releaseRegistry],
  ['send-date-letters', sendDateLetters],
  ['send-invitations', sendInvitations],
  ['send-member-invitation', sendMemberInvitation],
  ['send-notifications', sendNotifications],
  ['send-sign-off-letters', sendSignOffLetters],
  ['send-sms', sendSms],
  ['stripe-webhook', stripeWebhook],
  ['unsubscribe', unsubscribe],
  ['use-recovery-code', useRecoveryCode],
  ['verify-payment', verifyPayment],
  ['withdraw-contract', withdrawContract],
]);

const host: FunctionEntry = {
  fetch(request) {
    // A function may read the content of its own file names.
    const name = /^\/functions\/v1\/([a-z-]+)(?:\/|$)/.exec(new URL(request.url).pathname)?.[1];
    const entry = name ? FUNCTIONS.get(name) : undefined;
    return entry?.fetch(request) ?? Promise.resolve(new Response('Unknown function.', { status: 404 }));
  },
};

export default host;
