import type { SlotProps } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { Button, formatEuro, Stack, StatusChip, Text } from '@nemus/ui';
import { CheckoutNotice } from '../checkout/CheckoutNotice';
import { useCheckout } from '../checkout/useCheckout';
import { CreditPurchase } from './CreditPurchase';

/** Purchase buttons of one course, shown inside the areas that list courses. */
export function CoursePurchase(props: SlotProps['course-purchase']) {
  const { profile } = useSession();
  if (props.enrolled) return <StatusChip tone="success">Eingeschrieben</StatusChip>;
  return <Offer {...props} institution={profile?.userType === 'institution'} />;
}

/** By card for everybody; institutions can pay with credits as well, and only they see a credit price. */
function Offer({
  courseId,
  courseTitle,
  priceEuros,
  creditCost,
  institution,
}: SlotProps['course-purchase'] & { institution: boolean }) {
  const checkout = useCheckout('course');
  const label = institution ? 'Mit Karte kaufen' : 'Jetzt kaufen';
  return (
    <Stack gap={1}>
      <Stack gap={0.5} align="start">
        <Button
          variant="primary"
          icon={institution ? 'card' : undefined}
          aria-label={`${label}: ${courseTitle}, ${formatEuro(priceEuros)}`}
          loading={checkout.opening}
          disabled={checkout.open !== null}
          onClick={() => checkout.begin({ kind: 'course', courseId })}
        >
          {label}
        </Button>
        {institution && (
          <CreditPurchase
            courseId={courseId}
            courseTitle={courseTitle}
            creditCost={creditCost}
            paused={checkout.opening || checkout.open !== null}
          />
        )}
        <Text variant="caption" tone="muted">
          {formatEuro(priceEuros)} inkl. USt.
        </Text>
      </Stack>
      <CheckoutNotice checkout={checkout} />
    </Stack>
  );
}
