/** The document's metadata in XMP; the same facts stand in its information dictionary. */
export interface XmpFacts {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly producer: string;
  readonly subject: string;
  /** RFC 3066, as in `de`. */
  readonly language: string;
  readonly at: Date;
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => NAMED[character] ?? character);
const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

const alternatives = (text: string): string =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;

/**
 * Says PDF/A-3u (ISO 19005-3, 6.6). Written here since the renderer's own copies titles unescaped: one `&`
 * and it is no XML any more. The space at the end is what tools that change metadata in place expect.
 */
export function xmpPacket(facts: XmpFacts): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format><dc:title>${alternatives(facts.title)}</dc:title><dc:description>${alternatives(facts.subject)}</dc:description><dc:creator><rdf:Seq><rdf:li>${escaped(facts.author)}</rdf:li></rdf:Seq></dc:creator><dc:language><rdf:Bag><rdf:li>${escaped(facts.language)}</rdf:li></rdf:Bag></dc:language></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreatorTool>${escaped(facts.creator)}</xmp:CreatorTool><xmp:CreateDate>${seconds(facts.at)}</xmp:CreateDate><xmp:ModifyDate>${seconds(facts.at)}</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>${escaped(facts.producer)}</pdf:Producer></rdf:Description>
</rdf:RDF></x:xmpmeta>
${`${' '.repeat(99)}\n`.repeat(4)}<?xpacket end="w"?>`;
}
