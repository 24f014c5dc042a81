import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { checkerFile, runProgram } from './checkers';

const reportSchema = z.object({
  messages: z.array(
    z.object({
      url: z.string().optional(),
      type: z.string(),
      subType: z.string().optional(),
      message: z.string(),
      extract: z.string().optional(),
    }),
  ),
});

/**
 * What is on purpose. Safari's reader takes a list without bullets for none unless its role says so; to the checker the
 * role is redundant.
 */
const ON_PURPOSE = ['The “list” role is unnecessary for element “ul”.'];

/** Findings of the Nu HTML checker, errors and warnings alike, by the number of the document that they are about. */
export function readReport(report: string): Map<number, string[]> {
  const { messages } = reportSchema.parse(JSON.parse(report));
  const findings = new Map<number, string[]>();
  for (const { url = '', type, subType, message, extract = '' } of messages) {
    if (ON_PURPOSE.includes(message)) continue;
    const index = Number(/(\d+)\.html$/.exec(url)?.[1] ?? -1);
    const around = extract.replaceAll(/\s+/g, ' ').trim();
    findings.set(index, [...(findings.get(index) ?? []), `${subType ?? type}: ${message} … ${around}`]);
  }
  return findings;
}

/**
 * Checks documents as the browser has them, after scripts have drawn the page.
 *
 * @returns the findings of each document, in the order given.
 */
export async function checkHtml(documents: readonly string[]): Promise<string[][]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-audit-'));
  try {
    const files = documents.map((_document, index) => path.join(folder, `${index}.html`));
    await Promise.all(files.map((file, index) => writeFile(file, documents[index] ?? '')));
    const jar = checkerFile('vnu-jar/build/dist/vnu.jar');
    const finished = await runProgram('java', ['-jar', jar, '--format', 'json', '--exit-zero-always', ...files]);
    if (finished?.code !== 0) throw new Error(`The HTML checker failed: ${finished?.output ?? ''}`);
    const findings = readReport(finished.output);
    const lost = findings.get(-1);
    if (lost) throw new Error(`The HTML checker could not check: ${lost.join('\n')}`);
    return documents.map((_document, index) => findings.get(index) ?? []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
