/** @jest-environment ../../jest.browser.mjs */
import { fakeSession } from '../testing/render-portal';
import { resolveWhenDrawn } from './resolve-when-drawn';

const settle = () => new Promise((resolve) => setTimeout(resolve));

function setUp() {
  const session = fakeSession();
  const begin = jest.fn();
  let draw: () => void = () => undefined;
  const drawn = new Promise<void>((resolve) => (draw = resolve));
  return {
    session,
    draw: () => draw(),
    begin,
    steps: resolveWhenDrawn(session, { begin, drawn: { caughtUp: () => drawn } }),
  };
}

it.each<[string, (session: ReturnType<typeof resolveWhenDrawn>) => Promise<unknown>]>([
  ['a sign-in', (session) => session.signIn('mira@nemus.example', 'geheim')],
  ['a code', (session) => session.factors.give('123456')],
  ['a recovery code', (session) => session.useRecoveryCode('4F7K')],
  ['a link', (session) => session.openLink({ type: 'signup', tokenHash: 'h' }, null)],
])('%s resolves when it is rendered', async (_what, act) => {
  const { steps, draw } = setUp();
  const heard = jest.fn();
  void act(steps).then(heard);
  await settle();
  expect(heard).not.toHaveBeenCalled();
  draw();
  await settle();
  expect(heard).toHaveBeenCalledTimes(1);
});

it('requests what comes next in parallel with the sign-in', () => {
  const { begin, steps } = setUp();
  void steps.signIn('mira@nemus.example', 'geheim');
  expect(begin).toHaveBeenCalledTimes(1);
});

it('reports a refusal at once, without a render', async () => {
  const { session, steps } = setUp();
  session.signIn.mockRejectedValue(new Error('Refused.'));
  await expect(steps.signIn('mira@nemus.example', 'falsch')).rejects.toThrow('Refused.');
});
