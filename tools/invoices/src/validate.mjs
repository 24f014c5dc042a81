/**
 * Reports errors in electronic invoices: `node src/validate.mjs <file.xml>…`, or with `--json` texts on standard input
 * as a JSON list, which answers with a list of findings for each.
 *
 * Two independent validators check each document: the official XML schema of the profile EN 16931 (Factur-X 1.09 /
 * ZUGFeRD 2.5, CII D22B, as `@stackforge-eu/factur-x` ships it) by libxml2, and the business rules of EN 16931 (BR-…,
 * BR-CO-…, BR-S-…, BR-E-…) as `factur-x-kit` implements them. audit.mjs runs the official Schematron files.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { FacturX } from 'factur-x-kit';

const entry = createRequire(import.meta.url).resolve('@stackforge-eu/factur-x');
const schemaFile = path.resolve(path.dirname(entry), '../schema/en16931/FACTUR-X_EN16931.xsd');

/** The rules of the core know the core's name alone; XRechnung only narrows them. */
const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';

xmlRegisterFsInputProviders();
const schema = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: schemaFile });
const validator = XsdValidator.fromDoc(schema);

/** What the schema finds. */
function bySchema(xml) {
  let document;
  try {
    document = XmlDocument.fromString(xml);
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    return error.details?.map(({ message }) => `schema: ${message.trim()}`) ?? [`schema: ${error.message}`];
  } finally {
    document?.dispose();
  }
}

/**
 * BR-CO-17 with the tolerance of the official rules, which the package does not have; here a cent, there less than a
 * euro. Prices are gross, and no net of whole cents has exactly 63.87 of 19 %.
 */
function hasTaxOfItsNet(xml) {
  const groups = xml.match(/<ram:ApplicableTradeTax><ram:CalculatedAmount>.*?<\/ram:ApplicableTradeTax>/gs) ?? [];
  return groups.every((group) => {
    const [tax, net, rate] = ['CalculatedAmount', 'BasisAmount', 'RateApplicablePercent'].map((name) =>
      Number(new RegExp(`<ram:${name}>([^<]+)<`).exec(group)?.[1] ?? 0),
    );
    return Math.abs(tax - (Math.sign(net) * Math.round(Math.abs(net) * rate)) / 100) < 0.011;
  });
}

/** What the business rules find. */
async function byRules(xml) {
  try {
    const invoice = await FacturX.fromXML(xml.replace(XRECHNUNG, 'urn:cen.eu:en16931:2017'));
    const { valid, errors } = invoice.validate();
    if (valid) return [];
    return (errors ?? [{ message: 'refused' }])
      .map((error) => `rule: ${error.message ?? JSON.stringify(error)}`)
      .filter((found) => !found.startsWith('rule: [BR-CO-17]') || !hasTaxOfItsNet(xml));
  } catch (error) {
    return [`rule: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const findings = async (xml) => [...bySchema(xml), ...(await byRules(xml))];

const args = process.argv.slice(2);
if (args[0] === '--json') {
  const answers = [];
  for (const xml of JSON.parse(readFileSync(0, 'utf8'))) answers.push(await findings(xml));
  process.stdout.write(JSON.stringify(answers));
} else {
  for (const file of args) {
    const found = await findings(readFileSync(file, 'utf8'));
    console.log(`${file}: ${found.length === 0 ? 'valid' : `\n  ${found.join('\n  ')}`}`);
    if (found.length > 0) process.exitCode = 1;
  }
}
