import { ownMember } from '@siegel/contracts/own-members';

/** Facts in the document's XMP metadata. The information dictionary contains the same facts. */
export interface XmpFacts {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly producer: string;
  readonly subject: string;
  /** Language tag (RFC 3066), such as `de`. */
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
  text.replace(/[&<>"']/g, (character) => ownMember(NAMED, character) ?? character);
const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

const alternatives = (text: string): string =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;

/** Describes `pdfuaid`, because PDF/A accepts no undeclared name (ISO 19005-3, 6.6.2.3). */
const UA_SCHEMA = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/**
 * Declares PDF/A-3a (ISO 19005-3, 6.6) and PDF/UA-1 (ISO 14289-1, 5). We write this ourselves, because the
 * renderer does not escape titles in its metadata, so a single `&` would make the XML invalid. The space at
 * the end is for tools that change metadata in place.
 */
export function xmpPacket(facts: XmpFacts): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
${UA_SCHEMA}
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format><dc:title>${alternatives(facts.title)}</dc:title><dc:description>${alternatives(facts.subject)}</dc:description><dc:creator><rdf:Seq><rdf:li>${escaped(facts.author)}</rdf:li></rdf:Seq></dc:creator><dc:language><rdf:Bag><rdf:li>${escaped(facts.language)}</rdf:li></rdf:Bag></dc:language></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreatorTool>${escaped(facts.creator)}</xmp:CreatorTool><xmp:CreateDate>${seconds(facts.at)}</xmp:CreateDate><xmp:ModifyDate>${seconds(facts.at)}</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>${escaped(facts.producer)}</pdf:Producer></rdf:Description>
</rdf:RDF></x:xmpmeta>
${`${' '.repeat(99)}\n`.repeat(4)}<?xpacket end="w"?>`;
}
