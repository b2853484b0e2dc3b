import { entry, type ErrorEntry } from './error-entry.js';

/** Error codes about signing, and about the state of an agreement. */
export const SIGNING_CODES = {
  party1_must_sign_first: entry(409, 'Partei 1 muss zuerst unterschreiben.', 'Party 1 must sign first.'),
  already_signed: entry(409, 'Diese Partei hat bereits unterschrieben.', 'This party has already signed.'),
  nda_final: entry(
    409,
    'Beide Parteien haben unterschrieben. Die Vereinbarung lässt sich nicht mehr ändern.',
    'Both parties have signed. The agreement can no longer be changed.',
  ),
  remote_only: entry(
    409,
    'Die andere Partei unterschreibt über den zugesandten Link.',
    'The other party signs with the link that was sent.',
  ),
  agreement_changed: entry(
    409,
    'Der Text der Vereinbarung ist nicht mehr der, den Sie gesehen haben. Bitte laden Sie die Seite neu und lesen Sie ihn noch einmal.',
    'The text of the agreement is no longer the one you saw. Please reload the page and read it again.',
  ),
  invalid_signature: entry(422, 'Unterschrift erforderlich', 'Signature required.'),
  nda_discarded: entry(
    410,
    'Dieser Entwurf wurde durch einen neuen ersetzt.',
    'This draft was replaced by a new one.',
  ),
  nda_erased: entry(404, 'Das haben wir nicht gefunden.', 'We could not find this.'),
  mode_fixed: entry(
    409,
    'Nach der ersten Zahlung oder Einladung steht fest, wie unterschrieben und bezahlt wird.',
    'After the first payment or invitation, how you sign and pay is fixed.',
  ),
  change_limit: entry(
    409,
    'Das lässt sich nicht noch einmal ändern. Bitte erstellen Sie eine neue Vereinbarung.',
    'This cannot be changed again. Please create a new agreement.',
  ),
  legal_hold: entry(
    409,
    'Für diese Vereinbarung gilt eine Aufbewahrungspflicht. Sie kann jetzt nicht gelöscht werden.',
    'This agreement is under legal hold. It cannot be deleted now.',
  ),
  evidence_broken: entry(
    409,
    'Verlauf oder Dokument dieser Vereinbarung sind nicht mehr so, wie sie festgehalten wurden. Ein Nachweis lässt sich daraus nicht erstellen. Prüfen Sie, wo die Kette gebrochen ist; ist sie es nirgends, fehlt das Dokument.',
    'The history or the document of this agreement is no longer as it was recorded, so no evidence can be made of it. Verify where the chain is broken; if it is nowhere, the document is missing.',
  ),
  evidence_too_large: entry(
    409,
    'Dieser Verlauf ist zu lang für einen Nachweis. Der Betreiber kann ihn auf dem Server prüfen.',
    'This history is too long for evidence to be downloaded. The operator can verify it on the server.',
  ),
  not_closable: entry(409, 'Das erledigt der Dienst selbst.', 'The service takes care of this itself.'),
} as const satisfies Record<string, ErrorEntry>;
