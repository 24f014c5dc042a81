import { createDataClient } from '@nemus/data';
import { clearReturn, hasReturn, readReturn, recallReturn, rememberReturn, settlePayment } from './payment-return';

const COURSE = 'c0000000-0000-4000-8000-000000000003';
const ORDER = '0d000000-0000-4000-8000-000000000001';

describe('the address', () => {
  it.each([
    ['course=success&session_id=cs_1', { kind: 'success', sessionId: 'cs_1' }],
    ['course=cancelled', { kind: 'cancelled', courseId: null, orderId: null }],
    ['course=cancelled&session_id=cs_1', { kind: 'cancelled', courseId: null, orderId: null }],
    [`course=cancelled&course_id=${COURSE}`, { kind: 'cancelled', courseId: COURSE, orderId: null }],
    [`course=cancelled&course_id=${COURSE}&order_id=${ORDER}`, { kind: 'cancelled', courseId: COURSE, orderId: ORDER }],
    ['course=cancelled&course_id=https://evil.example', { kind: 'cancelled', courseId: null, orderId: null }],
    ['course=cancelled&course_id=//evil.example', { kind: 'cancelled', courseId: null, orderId: null }],
    ['course=cancelled&course_id=../settings', { kind: 'cancelled', courseId: null, orderId: null }],
    [`course=cancelled&course_id=${COURSE}%26ansicht%3Dbuchen`, { kind: 'cancelled', courseId: null, orderId: null }],
    [`purchase=cancelled&order_id=${ORDER}`, { kind: 'cancelled', courseId: null, orderId: ORDER }],
    ['purchase=success&session_id=cs_1', null],
    ['course=success', null],
    ['course=success&session_id=', null],
    ['session_id=cs_1', null],
    ['', null],
  ])('"%s" means %o', (address, expected) => {
    expect(readReturn(new URLSearchParams(address))).toEqual(expected);
  });

  it.each([
    ['course=success', true],
    ['course=anders', true],
    ['purchase=cancelled', true],
    ['session_id=cs_1', false],
  ])('"%s" is a return: %s', (address, expected) => {
    expect(hasReturn(new URLSearchParams(address))).toBe(expected);
  });

  it('hands over to the history, which may keep something else', () => {
    expect(recallReturn(rememberReturn('cs_1'))).toEqual({ kind: 'success', sessionId: 'cs_1' });
    for (const state of [null, undefined, 'cs_1', { paymentSession: '' }, { paymentSession: 1 }]) {
      expect(recallReturn(state)).toBeNull();
    }
  });

  it('is tidied up without losing the rest', () => {
    const rest = clearReturn(new URLSearchParams(`course=success&session_id=cs_1&course_id=${COURSE}&quelle=mail`));
    expect(rest.toString()).toBe('quelle=mail');
  });
});

describe('settlePayment', () => {
  const verification = (status: string) => ({
    success: status === 'paid',
    already_processed: false,
    message: '',
    credits_added: null,
    available_credits: null,
    total_credits: null,
    subscription_tier: null,
    payment_details: { amount_paid: null },
    status,
    kind: 'course',
  });
  const clientOf = (check: { success: boolean; message: string }, status = 'paid') =>
    createDataClient({
      url: 'http://api.test',
      publishableKey: 'key',
      accessToken: () => Promise.resolve('token'),
      fetch: (input) => {
        const address = input instanceof Request ? input.url : String(input);
        const body = address.endsWith('/verify-payment') ? verification(status) : check;
        return Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }));
      },
    });

  it.each([
    [{ success: true, message: '' }, 'paid', { kind: 'paid' }],
    [{ success: false, message: 'offen' }, 'open', { kind: 'unpaid' }],
    [{ success: false, message: 'offen' }, 'pending', { kind: 'unpaid' }],
    [{ success: false, message: 'offen' }, 'paid', { kind: 'paid' }],
    [{ success: false, message: 'Abgelehnt' }, 'failed', { kind: 'failed', message: 'Abgelehnt' }],
    [{ success: false, message: 'Abgelaufen' }, 'expired', { kind: 'failed', message: 'Abgelaufen' }],
  ])('check %o with a session that is %s: %o', async (check, status, expected) => {
    await expect(settlePayment(clientOf(check, status), 'cs_1')).resolves.toEqual(expected);
  });
});
