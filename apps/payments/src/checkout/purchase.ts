import type { EventsPort, Toast } from '@nemus/contract';
import {
  boughtText,
  CANCELLED,
  createCourseCheckout,
  createCreditCheckout,
  createSubscriptionCheckout,
  DataError,
  FAILURES,
  isGivenUp,
  UNPAID,
  type CheckoutOrder,
  type DataClient,
  type PageAddress,
  type SubscriptionTier,
} from '@nemus/data';
import type { CourseBooking } from '../purchase/booking';

/** The products on the provider's page. The database sets the price. */
export type Purchase =
  | { readonly kind: 'course'; readonly courseId: string; readonly booking?: CourseBooking }
  | { readonly kind: 'credits'; readonly credits: number }
  | { readonly kind: 'subscription'; readonly tier: SubscriptionTier };

/** A purchase whose page was opened, by this tab or elsewhere. */
export type BegunPurchase = Exclude<Purchase, { kind: 'subscription' }> | { readonly kind: 'subscription' };

/** Titles of the toasts of failed purchases (S-9.9). */
export const ERROR_TITLES: Readonly<Record<Purchase['kind'] | 'portal', string>> = {
  course: 'Kurs-Kauf Fehler',
  credits: 'Credit-Kauf Fehler',
  subscription: 'Subscription Fehler',
  portal: 'Portal Fehler',
};

/** Message of a failure: the portal's own, or "Error occurred" without one (S-9.3). */
export const messageOf = (error: unknown): string =>
  error instanceof DataError && error.code !== 'unknown' ? error.message : FAILURES.purchase;

/** Begins the purchase at the price that the page shows; answers the address of the provider's page. */
export function beginCheckout(client: DataClient, purchase: Purchase, shownCents: number): Promise<PageAddress> {
  switch (purchase.kind) {
    case 'course':
      return createCourseCheckout(client, purchase.courseId, purchase.booking, shownCents);
    case 'credits':
      return createCreditCheckout(client, purchase.credits, shownCents);
    case 'subscription':
      return createSubscriptionCheckout(client, purchase.tier, shownCents);
  }
}

/** Message of a paid purchase. */
export function boughtToast(purchase: BegunPurchase): Toast {
  switch (purchase.kind) {
    case 'course':
      return {
        kind: 'success',
        title: 'Kurs erfolgreich gekauft!',
        description: purchase.booking ? 'Ihre Teilnehmenden sind gebucht.' : boughtText('course', null),
      };
    case 'credits':
      return { kind: 'success', title: 'Zahlung erfolgreich!', description: boughtText('credits', purchase.credits) };
    case 'subscription':
      return { kind: 'success', title: 'Zahlung erfolgreich!', description: boughtText('subscription', null) };
  }
}

/** The course of a purchase, and for whom it was booked. */
type BoughtCourse = Omit<Extract<Purchase, { kind: 'course' }>, 'kind'>;

/** Announces a paid purchase to all areas and tabs. */
export function publishBought(events: EventsPort, kind: Purchase['kind'], course: BoughtCourse | null = null): void {
  switch (kind) {
    case 'course':
      events.publish('enrollments-changed', { courseId: course?.courseId ?? null });
      if (course?.booking) {
        events.publish('bookings-changed', { courseId: course.courseId, traineeIds: course.booking.traineeIds });
      }
      return;
    case 'credits':
      return events.publish('credits-changed', {});
    case 'subscription':
      return events.publish('subscription-changed', {});
  }
}

/** The event by which another tab or area announces a purchase of this kind. */
export const CHANGED_BY = {
  course: 'enrollments-changed',
  credits: 'credits-changed',
  subscription: 'subscription-changed',
} as const satisfies Readonly<Record<Purchase['kind'], string>>;

/** Why nothing was bought, for orders that ended without money. */
const NOT_BOUGHT: Readonly<Partial<Record<CheckoutOrder['status'], string>>> = {
  failed: UNPAID.failed,
  expired: UNPAID.expired,
  returning:
    'Dafür konnte nichts freigeschaltet werden, zum Beispiel weil der Kurs inzwischen anders gebucht wurde. Ihr Geld erhalten Sie zurück.',
  refunded: 'Dafür konnte nichts freigeschaltet werden. Ihr Geld erhalten Sie zurück.',
  disputed: 'Diese Zahlung wurde bei der Bank angefochten.',
};

/** Message of an order that ended without a purchase; null for one that has not ended. */
export function notBoughtToast(kind: Purchase['kind'], order: CheckoutOrder): Toast | null {
  if (isGivenUp(order)) return { kind: 'error', title: 'Kauf abgebrochen', description: CANCELLED };
  const description = NOT_BOUGHT[order.status];
  return description === undefined ? null : { kind: 'error', title: ERROR_TITLES[kind], description };
}
