import { PDFHexString, PDFName, type PDFDocument } from 'pdf-lib';
import { createSrgbProfile } from './srgb-profile';

/** What the file says about itself, once for readers and once for archives; both have to agree. */
export interface ArchiveFacts {
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  /** Sixteen bytes or more that no other document has, such as its number; they become the identifier of the file. */
  readonly identity: string;
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `yyyy-MM-ddTHH:mm:ssZ`: PDF dates have no fractions of a second. */
const moment = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

/**
 * Makes a document what archives take, PDF/A-2b (ISO 19005-2): facts as XMP, a colour profile, an identifier. All fonts
 * have to be embedded, which is whoever draws it to see to. Save it without object streams, so that old readers open it.
 */
export function archivable(document: PDFDocument, { title, author, createdAt, identity }: ArchiveFacts): void {
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
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escape(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escape(author)}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>Nemus</xmp:CreatorTool><xmp:CreateDate>${moment(created)}</xmp:CreateDate><xmp:ModifyDate>${moment(created)}</xmp:ModifyDate>
<pdf:Producer>Nemus</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
  // Metadata is not compressed: whoever looks for it may read nothing else of a PDF.
  const metadata = context.stream(new TextEncoder().encode(xmp), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));

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
