import type { Language } from '../enums.js';
import type { Reason, VerificationReason } from './view.js';

interface Text {
  readonly de: string;
  readonly en: string;
}

const text = (de: string, en: string): Text => ({ de, en });

/**
 * Texts that explain each reason and say what to do. They are for readers who know nothing about digital
 * signatures.
 */
export const REASON_TEXTS: Readonly<Record<Reason, Text>> = {
  seal_valid: text(
    'Das elektronische Siegel ist unversehrt und umfasst die ganze Datei. Seit dem Versiegeln wurde kein Zeichen verändert.',
    'The electronic seal is intact and covers the whole file. Not one character has been changed since it was sealed.',
  ),
  timestamp_valid: text(
    'Eine unabhängige Stelle hat den Zeitpunkt des Versiegelns bestätigt.',
    'An independent authority has confirmed the time of sealing.',
  ),
  timestamp_missing: text(
    'Der Zeitpunkt des Versiegelns stammt von der Uhr unseres Rechners; eine unabhängige Stelle hat ihn nicht bestätigt.',
    'The time of sealing comes from our own computer’s clock; no independent authority has confirmed it.',
  ),
  timestamp_unknown: text(
    'Den Zeitpunkt des Versiegelns hat eine Stelle bestätigt, die hier nicht bekannt ist. Angezeigt wird die Zeit unseres Rechners.',
    'The time of sealing was confirmed by an authority that is not known here. The time shown is that of our own computer.',
  ),
  certificate_not_valid: text(
    'Der Zeitpunkt des Siegels liegt außerhalb der Gültigkeit seines Zertifikats. Verändert wurde die Datei seither nicht; ob sie von uns stammt, zeigt aber erst unser Verzeichnis.',
    'The time of the seal lies outside the validity of its certificate. The file was not changed since, but only our log shows whether it is from us.',
  ),
  time_ahead: text(
    'Der Zeitpunkt, den das Siegel nennt, liegt in der Zukunft. Prüfen Sie die Uhr des Rechners, auf dem geprüft wird. Stimmt sie, so ging die Uhr beim Versiegeln falsch: Der Zeitpunkt gilt dann nicht.',
    'The time that the seal states lies in the future. Look at the clock of the computer that checks. If it is right, the clock was wrong when the file was sealed: that time then does not count.',
  ),
  record_found: text(
    'Genau diese Datei ist in unserem Verzeichnis als das Dokument dieser Vereinbarung eingetragen.',
    'Exactly this file is on record with us as the document of this agreement.',
  ),
  record_erased: text(
    'Die Daten dieser Vereinbarung wurden bei uns gelöscht. Dass wir genau diese Datei versiegelt haben, steht weiterhin fest.',
    'We have erased the data of this agreement. It remains certain that we sealed exactly this file.',
  ),
  record_closed: text(
    'Unser Verzeichnis dieser Vereinbarung ist nicht vollständig. Ob noch etwas festgehalten wurde, etwa dass eine Partei nicht unterschrieben haben will, lässt sich hier nicht sagen. Wenden Sie sich an den Betreiber.',
    'Our log of this agreement is not complete. Whether something else was recorded, such as a party’s statement that it did not sign, cannot be said here. Please contact the operator.',
  ),
  record_unavailable: text(
    'Geprüft wurde ohne Verbindung zu unserem Verzeichnis: allein anhand der Datei und unserer Zertifikate.',
    'This was checked without a connection to our records: by the file and our certificates alone.',
  ),
  evidence_consistent: text(
    'Der angehängte Nachweis stimmt: Wortlaut, Unterschriften und Verlauf passen lückenlos zueinander.',
    'The attached evidence is consistent: text, signatures and history fit together without a gap.',
  ),
  evidence_consistent_in_part: text(
    'Der angehängte Nachweis stimmt, soweit er sich nachrechnen lässt: Wortlaut und Verlauf passen zueinander. Einiges, was nach dem früheren Format aufgezeichnet wurde, sichert nur der folgende Eintrag oder allein das Siegel.',
    'The attached evidence is consistent as far as it can be recomputed: text and history fit together. Some of what was recorded in the former format is bound by the entry after it only, or by the seal alone.',
  ),
  signature_disputed: text(
    'Eine Partei hat erklärt, nicht unterschrieben zu haben. Klären Sie das mit ihr, bevor Sie sich auf die Vereinbarung berufen.',
    'A party has stated that it did not sign. Clarify this with that party before you rely on the agreement.',
  ),
  certificate_expired: text(
    'Das Zertifikat des Siegels ist inzwischen abgelaufen. Beim Versiegeln war es gültig; darauf kommt es an.',
    'The certificate of the seal has since expired. It was valid when the file was sealed, which is what counts.',
  ),
  content_changed: text(
    'Die Datei wurde nach dem Versiegeln verändert. Verlassen Sie sich nicht auf sie, und lassen Sie sich das Original geben.',
    'The file was changed after it was sealed. Do not rely on it; ask for the original.',
  ),
  bytes_appended: text(
    'An die Datei wurde nach dem Versiegeln etwas angefügt, etwa eine Anmerkung oder eine weitere Unterschrift. Der versiegelte Teil ist unversehrt; lassen Sie sich das Original geben.',
    'Something was added to the file after it was sealed, such as a note or a further signature. The sealed part is intact; ask for the original.',
  ),
  several_signatures: text(
    'Die Datei trägt mehrere Signaturen. Unser Original trägt genau eine; lassen Sie es sich geben.',
    'The file carries several signatures. Our original carries exactly one; ask for it.',
  ),
  seal_incomplete: text(
    'Das Siegel umfasst nicht die ganze Datei, oder an seiner Stelle steht etwas, das nicht zu ihm gehört. So haben wir sie nicht versiegelt.',
    'The seal does not cover the whole file, or something stands in its place that does not belong to it. We did not seal it like this.',
  ),
  truncated: text(
    'Der Datei fehlt das Ende, vermutlich durch eine abgebrochene Übertragung. Laden Sie sie noch einmal herunter.',
    'The end of the file is missing, probably because a transfer broke off. Download it again.',
  ),
  timestamp_broken: text(
    'Der Zeitstempel im Siegel ist beschädigt oder gehört zu einer anderen Datei. Lassen Sie sich das Original geben.',
    'The timestamp within the seal is damaged or belongs to another file. Ask for the original.',
  ),
  evidence_broken: text(
    'Der angehängte Nachweis ist in sich nicht stimmig. Wenden Sie sich an den Betreiber.',
    'The attached evidence is not consistent in itself. Please contact the operator.',
  ),
  not_a_pdf: text(
    'Das ist keine PDF-Datei. Wählen Sie die Datei, die Sie per E-Mail erhalten haben.',
    'This is not a PDF file. Choose the file that you received by e-mail.',
  ),
  encrypted: text(
    'Die Datei ist mit einem Passwort verschlüsselt. Unsere Dokumente sind das nicht; prüfen Sie das Original.',
    'The file is encrypted with a password. Our documents are not; check the original.',
  ),
  damaged: text(
    'Die Datei ist beschädigt und lässt sich nicht lesen. Laden Sie sie noch einmal herunter.',
    'The file is damaged and cannot be read. Download it again.',
  ),
  no_seal: text(
    'Die Datei trägt kein elektronisches Siegel. Sie stammt nicht von uns, oder sie wurde neu gespeichert und hat es dabei verloren.',
    'The file carries no electronic seal. It is not from us, or the seal was lost when the file was saved again.',
  ),
  foreign_seal: text(
    'Die Datei ist nicht mit einem unserer Zertifikate versiegelt. Über sie können wir nichts sagen.',
    'The file is not sealed with one of our certificates. We can say nothing about it.',
  ),
  issuer_unknown: text(
    'Im Siegel liegt das Zertifikat eines Ausstellers, das sich ohne unser Verzeichnis nicht prüfen lässt. Lassen Sie die Datei auf unserer Website prüfen.',
    'Within the seal lies the certificate of an issuer that cannot be checked without our log. Have the file checked on our website.',
  ),
  not_recorded: text(
    'Das Siegel ist echt, aber diese Datei ist nicht als Dokument einer Vereinbarung eingetragen. Wenden Sie sich an den Betreiber.',
    'The seal is genuine, but this file is not on record as the document of an agreement. Please contact the operator.',
  ),
};

export const reasonIn = (language: Language, code: Reason): VerificationReason => ({
  code,
  message: REASON_TEXTS[code][language],
});
