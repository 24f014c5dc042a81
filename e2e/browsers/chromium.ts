import { chromium, type CDPSession } from '@playwright/test';
import { z } from 'zod';
import { CHROMIUM_FLAGS } from '../../libs/testing/src/smoke/chromium.mjs';
import { ELEMENT, ENTER, type Command, type Driver } from './webdriver';

const resultSchema = z.object({
  result: z.object({
    subtype: z.string().optional(),
    objectId: z.string().optional(),
    value: z.unknown().optional(),
  }),
  exceptionDetails: z.object({ exception: z.object({ description: z.string().optional() }).optional() }).optional(),
});
const itemsSchema = z.array(z.object({ value: z.object({ subtype: z.literal('node'), objectId: z.string() }) })).min(1);
const quadsSchema = z.object({ quads: z.array(z.array(z.number())).min(1) });
const propertySchema = z.object({ name: z.string(), value: z.object({ value: z.unknown().optional() }) });
const treeSchema = z.object({
  nodes: z
    .array(
      z.object({
        role: z.object({ value: z.string() }).optional(),
        name: z.object({ value: z.string() }).optional(),
        properties: z.array(propertySchema).default([]),
      }),
    )
    .min(1),
});
const parametersSchema = z.object({
  url: z.string().default(''),
  script: z.string().default(''),
  args: z.array(z.unknown()).default([]),
  id: z.string().default(''),
  text: z.string().default(''),
  handle: z.string().default('0'),
});
const elementSchema = z.object({ [ELEMENT]: z.string() });

/** What Chromium's accessibility tree says of an element. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  /** Such as `expanded`. */
  readonly states: ReadonlyMap<string, unknown>;
}

/** Chromium under the commands of WebDriver, which work in the oldest supported version as well. */
export interface ChromiumDriver extends Driver {
  describe(id: string): Promise<AccessibleNode>;
}

/**
 * Starts Chromium without a window.
 *
 * @param proxy port of the proxy that carries all its requests.
 */
export async function startChromium(executable: string, proxy: number): Promise<ChromiumDriver> {
  const browser = await chromium.launch({
    executablePath: executable,
    args: CHROMIUM_FLAGS,
    proxy: { server: `http://127.0.0.1:${proxy}` },
  });
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  await context.newPage();
  let place = 0;
  const sessions = new Map<number, Promise<CDPSession>>();
  const page = () => {
    const current = context.pages()[place];
    if (current === undefined) throw new Error(`There is no tab ${place}.`);
    return current;
  };
  const session = () => {
    const kept = sessions.get(place) ?? context.newCDPSession(page());
    sessions.set(place, kept);
    return kept;
  };
  const call = async (body: string, args: readonly unknown[], returnByValue: boolean) => {
    const cdp = await session();
    const { result: world } = resultSchema.parse(await cdp.send('Runtime.evaluate', { expression: 'globalThis' }));
    const { result, exceptionDetails } = resultSchema.parse(
      await cdp.send('Runtime.callFunctionOn', {
        ...(world.objectId !== undefined && { objectId: world.objectId }),
        functionDeclaration: body,
        returnByValue,
        arguments: args.map((value) => {
          const element = elementSchema.safeParse(value);
          return element.success ? { objectId: element.data[ELEMENT] } : { value };
        }),
      }),
    );
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The script failed.');
    return result;
  };
  const run = async (script: string, args: readonly unknown[]) => {
    const result = await call(`function () { ${script} }`, args, false);
    if (result.objectId === undefined) return result.value ?? null;
    if (result.subtype === 'node') return { [ELEMENT]: result.objectId };
    const { objectId } = result;
    if (result.subtype === 'array') {
      const listed = await (await session()).send('Runtime.getProperties', { objectId, ownProperties: true });
      const elements = itemsSchema.safeParse(listed.result.filter(({ name }) => /^\d+$/.test(name)));
      // As in WebDriver, a list may consist of elements.
      if (elements.success) return elements.data.map(({ value }) => ({ [ELEMENT]: value.objectId }));
    }
    return (await call('function (value) { return value; }', [{ [ELEMENT]: objectId }], true)).value;
  };
  const describe = async (objectId: string): Promise<AccessibleNode> => {
    const cdp = await session();
    const { nodes } = treeSchema.parse(
      await cdp.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false }),
    );
    const [node] = nodes;
    return {
      role: node?.role?.value ?? '',
      name: node?.name?.value ?? '',
      states: new Map(node?.properties.map(({ name, value }) => [name, value.value])),
    };
  };
  const click = async (objectId: string) => {
    const cdp = await session();
    await cdp.send('DOM.scrollIntoViewIfNeeded', { objectId });
    const [[x1 = 0, y1 = 0, , , x2 = 0, y2 = 0] = []] = quadsSchema.parse(
      await cdp.send('DOM.getContentQuads', { objectId }),
    ).quads;
    await page().mouse.click((x1 + x2) / 2, (y1 + y2) / 2);
  };
  const type = async (objectId: string, text: string) => {
    await (await session()).send('DOM.focus', { objectId });
    await (text === ENTER ? page().keyboard.press('Enter') : page().keyboard.insertText(text));
  };
  return {
    send: async (command: Command, parameters = {}) => {
      const { url, script, args, id, text, handle } = parametersSchema.parse(parameters);
      switch (command) {
        case 'navigate':
          return page()
            .goto(url)
            .then(() => null);
        case 'script':
          return run(script, args);
        case 'click':
          return click(id);
        case 'type':
          return type(id, text);
        case 'role':
          return (await describe(id)).role;
        case 'label':
          return (await describe(id)).name;
        case 'tabs':
          return context.pages().map((_page, index) => String(index));
        case 'switchTab':
          place = Number(handle);
          return null;
        case 'picture':
          return (await page().screenshot()).toString('base64');
      }
    },
    describe,
    stop: () => browser.close(),
  };
}
