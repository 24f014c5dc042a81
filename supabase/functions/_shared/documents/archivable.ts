import { AFRelationship, PDFHexString, PDFName, type PDFDocument } from 'pdf-lib';
import { createSrgbProfile } from './srgb-profile.ts';

/** Metadata of the file, once for readers and once for archives; both must agree. */
export interface ArchiveFacts {
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  /** Sixteen bytes or more that identify the document, such as its number; they become the file's identifier. */
  readonly identity: string;
  /** The same document in structured form, embedded (PDF/A-3). */
  readonly invoice?: EmbeddedInvoice;
}

/** An electronic invoice embedded in its PDF (ZUGFeRD 2 / Factur-X 1). */
export interface EmbeddedInvoice {
  readonly xml: string;
  readonly profile: 'en16931' | 'xrechnung';
}

/** File name and conformance level by profile (ZUGFeRD 2.3, 6.2.2). */
const EMBEDDED = {
  en16931: { name: 'factur-x.xml', level: 'EN 16931', version: '1.0' },
  xrechnung: { name: 'xrechnung.xml', level: 'XRECHNUNG', version: '3.0' },
} as const;

/** The properties that identify the invoice, with the schema that PDF/A requires for custom properties. */
function invoiceProperties({ profile }: EmbeddedInvoice): string {
  const { name, level, version } = EMBEDDED[profile];
  const properties = [
    ['DocumentFileName', 'name of the embedded XML invoice file'],
    ['DocumentType', 'INVOICE'],
    ['Version', 'version of the XML schema of the invoice'],
    ['ConformanceLevel', 'conformance level of the invoice'],
  ].map(
    ([property, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  return `<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${name}</fx:DocumentFileName><fx:Version>${version}</fx:Version><fx:ConformanceLevel>${level}</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties.join('')}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `yyyy-MM-ddTHH:mm:ssZ`: PDF dates have no fractions of a second. */
const moment = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

/**
 * Turns a document into PDF/A-2b (ISO 19005-2), or PDF/A-3b when an invoice is embedded: facts as XMP, a colour
 * profile, an identifier. The caller must embed all fonts. Save it without object streams, so that old readers open it.
 */
export async function archivable(document: PDFDocument, facts: ArchiveFacts): Promise<void> {
  const { title, author, createdAt, identity, invoice } = facts;
  const created = new Date(Math.floor(createdAt.getTime() / 1000) * 1000);
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor(author);
  document.setCreator('Nemus');
  document.setProducer('Nemus');
  document.setLanguage('de-DE');
  document.setCreationDate(created);
  document.setModificationDate(created);
  const { context, catalog } = document;

  const xmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdfaid:part>${invoice ? 3 : 2}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escape(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escape(author)}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>Nemus</xmp:CreatorTool><xmp:CreateDate>${moment(created)}</xmp:CreateDate><xmp:ModifyDate>${moment(created)}</xmp:ModifyDate>
<pdf:Producer>Nemus</pdf:Producer>
</rdf:Description>${invoice ? `\n${invoiceProperties(invoice)}` : ''}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
  // Metadata stays uncompressed: tools that look for it may read nothing else of a PDF.
  const metadata = context.stream(new TextEncoder().encode(xmp), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));

  if (invoice) {
    // Also registers it as an associated file of the document; "alternative": same content as the pages.
    await document.attach(new TextEncoder().encode(invoice.xml), EMBEDDED[invoice.profile].name, {
      mimeType: 'text/xml',
      description: title,
      creationDate: created,
      modificationDate: created,
      afRelationship: AFRelationship.Alternative,
    });
  }

  const profile = context.flateStream(createSrgbProfile(), { N: 3 });
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFHexString.fromText('sRGB'),
    Info: PDFHexString.fromText('sRGB'),
    DestOutputProfile: context.register(profile),
  });
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));

  const id = PDFHexString.of(
    Array.from(new TextEncoder().encode(identity), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
  context.trailerInfo.ID = context.obj([id, id]);
}
