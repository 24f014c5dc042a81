import type { SlotProps } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { withTaxText } from '@nemus/data';
import { Row, Stack, StatusChip, Text, formatCents, formatCount } from '@nemus/ui';
import { CheckoutNotice } from '../checkout/CheckoutNotice';
import { isSameCourse } from '../checkout/open-purchase';
import { useCheckout } from '../checkout/useCheckout';
import { SalesArea } from '../taxes/SalesArea';
import { useTax } from '../taxes/useTax';
import { describeBooking, placesOf } from './booking';
import { CardPurchase } from './CardPurchase';
import { CreditPurchase } from './CreditPurchase';
import { PurchaseTerms } from './PurchaseTerms';

/** Purchase buttons of one course, shown inside the areas that list courses. */
export function CoursePurchase(props: SlotProps['course-purchase']) {
  const { profile } = useSession();
  if (props.enrolled) return <StatusChip tone="success">Eingeschrieben</StatusChip>;
  return <Offer {...props} institution={profile?.userType === 'institution'} />;
}

/** By card for all accounts; institutions can also pay with credits, and only they see a credit price. */
function Offer({ institution, ...course }: SlotProps['course-purchase'] & { institution: boolean }) {
  const checkout = useCheckout('course', isSameCourse(course.courseId, course.traineeIds));
  const places = placesOf(course);
  const tax = useTax('course', course.courseId);
  const { booking } = places;
  const paused = checkout.opening || checkout.open !== null || checkout.elsewhere;
  const byCard = (
    <CardPurchase course={course} places={places} institution={institution} tax={tax} checkout={checkout} />
  );
  const byCredits = institution && <CreditPurchase course={course} places={places} paused={paused} />;
  return (
    <Stack gap={booking ? 2 : 1}>
      {booking ? (
        <>
          <Row justify="between" align="baseline">
            <Text variant="small" tone="muted">
              Gesamt für {describeBooking(booking)}
            </Text>
            <Text strong numeric aria-live="polite">
              {formatCount(places.credits, 'Credit', 'Credits')} oder {withTaxText(formatCents(places.cents), tax.text)}
            </Text>
          </Row>
          <Row align="start">
            {byCredits}
            {byCard}
          </Row>
        </>
      ) : (
        <Stack gap={0.5} align="start">
          {byCard}
          {byCredits}
          <Text variant="caption" tone="muted">
            {withTaxText(formatCents(places.cents), tax.text)}
          </Text>
        </Stack>
      )}
      <SalesArea tax={tax} />
      <PurchaseTerms />
      <CheckoutNotice checkout={checkout} />
    </Stack>
  );
}
