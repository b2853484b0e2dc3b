/**
 * The README included in every bundle, in both languages. Its SHA-256 is part of the bundle format, so a
 * change of the text requires a new format (docs/verification.md, 'The manifest').
 */
export const BUNDLE_README = `DEUTSCH

Dieses Archiv ist der Nachweis zu einer Geheimhaltungsvereinbarung, die mit Siegel geschlossen oder begonnen wurde.
Es zeigt jedes Ereignis so, wie es gespeichert ist, und beweist, dass keines davon verändert wurde.

manifest.json      Was in diesem Archiv liegt, mit Größen und Prüfsummen (SHA-256)
events.jsonl       Die Ereignisse, eines je Zeile, Byte für Byte wie gespeichert
openings.json      Was verschlüsselt war und hier offengelegt ist, mit den Salzen, die es beweisen
agreement.json     Der Text der Vereinbarung, über den ihre Prüfsumme gebildet ist
document.pdf       Das versiegelte Dokument
receipts.json      Ein signierter Beleg zu jedem Ereignis
proofs.json        Zu jedem Ereignis der Beweis, dass es im Protokoll steht
checkpoint.json    Der Prüfpunkt: der signierte Stand des Protokolls, zu dem die Beweise führen
keys.json          Öffentliche Schlüssel zu Belegen und Prüfpunkt
certificates.pem   Zertifikate, mit denen das Dokument versiegelt wurde

Nach einer Löschung fehlen agreement.json und document.pdf, und nichts ist offengelegt; die Ereignisse lassen sich weiterhin prüfen.
Die Prüfung braucht weder den Dienst noch ein Netz.
Schlüssel und Zertifikate aus diesem Archiv beweisen nichts, solange Sie sie nicht auf einem anderen Weg erhalten haben.
Das Format beschreibt das Kapitel "The bundle" in docs/verification.md.

ENGLISH

This archive is the evidence of a non-disclosure agreement that was made or begun with Siegel.
It shows every event as it is stored, and proves that none of them was altered.

manifest.json      What is in this archive, with sizes and checksums (SHA-256)
events.jsonl       The events, one a line, byte for byte as stored
openings.json      What was sealed and is disclosed here, with the salts that prove it
agreement.json     The text of the agreement that its checksum is made of
document.pdf       The sealed document
receipts.json      A signed receipt of each event
proofs.json        Of each event the proof that it is in the log
checkpoint.json    The checkpoint: the signed state of the log to which the proofs lead
keys.json          Public keys of receipts and checkpoint
certificates.pem   Certificates that sealed the document

After an erasure agreement.json and document.pdf are missing, and nothing is disclosed; the events can still be verified.
Verification needs neither the service nor a network.
Keys and certificates in this archive prove nothing unless you were given them in another way.
The format is described in the chapter "The bundle" of docs/verification.md.
`;
