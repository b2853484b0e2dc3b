import type { NdaEvent } from '../nda.events.js';
import { day, given } from '../testing/given.js';
import { inPersonComplete, inPersonPaid, inPersonSealed } from '../testing/sample-histories.js';
import {
  created,
  deliveryFailed,
  document,
  DOCUMENT_HASH,
  documentSent,
  erased,
  hashOf,
  party1Signed,
  sealed,
  sent,
  timestamped,
} from '../testing/samples.js';

const allSent = [...inPersonSealed, documentSent(1), documentSent(2), sent];

describe('RecordDocumentSealed', () => {
  const record = { type: 'RecordDocumentSealed', document: document() } as const;
  it('records the document of record', () =>
    given(...inPersonPaid)
      .when(record)
      .then(sealed));
  it('records nothing when there is one, even for another document', () => {
    given(...inPersonSealed)
      .when(record)
      .thenNothing();
    given(...inPersonSealed)
      .when({ ...record, document: document({ documentHash: hashOf('b') }) })
      .thenNothing();
  });
  it('refuses before both have signed', () =>
    given(created, party1Signed()).when(record).thenRefused('not_completed'));
  it('refuses before it is paid', () =>
    given(...inPersonComplete)
      .when(record)
      .thenRefused('payment_required'));
  it('refuses a document rendered as of another revision', () =>
    given(...inPersonPaid)
      .when({ ...record, document: document({ asOfRevision: 3 }) })
      .thenRefused('document_not_ready'));
});

describe('RecordDocumentSent', () => {
  const record = (party: 1 | 2) =>
    ({
      type: 'RecordDocumentSent',
      party,
      messageId: `document-${party}`,
      documentHash: DOCUMENT_HASH,
    }) as const;
  it('records the mail to the first of the two parties', () =>
    given(...inPersonSealed)
      .when(record(2))
      .then(documentSent(2)));
  it('makes the NDA sent with the mail to the second party, in any order', () => {
    given(...inPersonSealed, documentSent(1))
      .when(record(2))
      .then(documentSent(2), sent);
    given(...inPersonSealed, documentSent(2))
      .when(record(1))
      .then(documentSent(1), sent);
  });
  it('records nothing on repetition', () => {
    given(...inPersonSealed, documentSent(1))
      .when(record(1))
      .thenNothing();
    given(...allSent)
      .when(record(2))
      .thenNothing();
  });
  it('refuses a document that does not exist', () => {
    given(...inPersonPaid)
      .when(record(1))
      .thenRefused('document_not_ready');
    given(...inPersonSealed)
      .when({ ...record(1), documentHash: hashOf('b') })
      .thenRefused('document_not_ready');
  });
  it('refuses unsigned or unpaid', () => {
    given(created, party1Signed()).when(record(1)).thenRefused('not_completed');
    given(...inPersonComplete)
      .when(record(1))
      .thenRefused('payment_required');
  });
  it('refuses after an erasure', () =>
    given(...inPersonSealed, erased)
      .when(record(1))
      .thenRefused('nda_erased'));
});

describe('RecordDeliveryFailure', () => {
  const failure = { stage: 'sending', party: 2, code: 'mail_unreachable', attempt: 1 } as const;
  const record = { type: 'RecordDeliveryFailure', failure } as const;
  it('records a failed attempt', () =>
    given(...inPersonSealed)
      .when(record)
      .then(deliveryFailed));
  it('records nothing when it comes late', () => {
    given(...inPersonSealed, documentSent(2))
      .when(record)
      .thenNothing();
    given(...allSent)
      .when({ ...record, failure: { ...failure, stage: 'making', party: null } })
      .thenNothing();
  });
  it('records sixty failed attempts, and after that a single time that the service gave up', () => {
    const failures = (count: number) => Array.from({ length: count }, () => deliveryFailed);
    given(...inPersonSealed, ...failures(59))
      .when(record)
      .then(deliveryFailed);
    given(...inPersonSealed, ...failures(60))
      .when(record)
      .thenNothing();
    const givenUp = { ...failure, code: 'mail_given_up' };
    const told: NdaEvent = { type: 'DeliveryFailed', open: givenUp };
    given(...inPersonSealed, ...failures(60))
      .when({ ...record, failure: givenUp })
      .then(told);
    given(...inPersonSealed, told)
      .when({ ...record, failure: givenUp })
      .thenNothing();
    // The service gives up the two parties' mails separately.
    given(...inPersonSealed, told)
      .when({ ...record, failure: { ...givenUp, party: 1 } })
      .then({ type: 'DeliveryFailed', open: { ...givenUp, party: 1 } });
  });
  it('records once that the service gave up making the document, whatever the state of the mails', () => {
    const making = { stage: 'making', party: null, code: 'input_missing', attempt: 8 } as const;
    const told: NdaEvent = { type: 'DeliveryFailed', open: making };
    const ofMail: NdaEvent = { type: 'DeliveryFailed', open: { ...failure, code: 'input_missing' } };
    given(...inPersonPaid, told)
      .when({ ...record, failure: making })
      .thenNothing();
    given(...inPersonPaid, ofMail)
      .when({ ...record, failure: making })
      .then(told);
  });
  it('refuses unsigned or unpaid', () => {
    given(created, party1Signed()).when(record).thenRefused('not_completed');
    given(...inPersonComplete)
      .when(record)
      .thenRefused('payment_required');
  });
});

describe('RecordTimestamp', () => {
  const record = {
    type: 'RecordTimestamp',
    documentHash: DOCUMENT_HASH,
    authority: 'tsa.example.org',
    tokenTime: day(1),
  } as const;
  it("records the authority's confirmation", () =>
    given(...inPersonSealed)
      .when(record)
      .then(timestamped));
  it('records nothing the second time', () =>
    given(...inPersonSealed, timestamped)
      .when(record)
      .thenNothing());
  it('refuses another document', () => {
    given(...inPersonPaid)
      .when(record)
      .thenRefused('document_not_ready');
    given(...inPersonSealed)
      .when({ ...record, documentHash: hashOf('b') })
      .thenRefused('document_not_ready');
  });
});
