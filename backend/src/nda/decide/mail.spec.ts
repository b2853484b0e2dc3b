import { MAIL_FAILURES_MAX } from '@siegel/contracts/limits';
import type { MailFailed, NdaEvent } from '../nda.events.js';
import { given, idOf } from '../testing/given.js';
import {
  inPersonComplete,
  inPersonSealed,
  paymentAsked,
  remoteInvited,
  remoteSent,
  remoteSigned,
} from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  continueLinkRequested,
  created,
  declined,
  documentSent,
  erased,
  mailBounced,
  mailDelivered,
  mailFailed,
  NEXT_TOKEN,
  noticeSent,
  paid,
  reminded,
  sent,
} from '../testing/samples.js';

const allSent = [...inPersonSealed, documentSent(1), documentSent(2), sent];
const failure = (change: Partial<MailFailed['open']> = {}) =>
  ({
    type: 'RecordMailFailure',
    failure: {
      kind: 'document',
      party: 2,
      about: 'event-5',
      code: 'mail_unreachable',
      permanent: false,
      attempt: 1,
      ...change,
    },
  }) as const;

describe('RecordMailFailure', () => {
  const invitation = { kind: 'invitation', about: 'event-3' } as const;
  const reminder = { kind: 'reminder', about: 'event-9' } as const;
  const told = (of: Partial<MailFailed['open']>, ...codes: string[]): NdaEvent[] =>
    codes.map((code) => mailFailed({ ...of, code }));

  it.each([
    ['the document', inPersonSealed, {}],
    ['the document, to the other party', [...inPersonSealed, documentSent(1)], {}],
    ['an invitation', remoteInvited, invitation],
    ['a reminder', [...remoteSent, reminded()], reminder],
    ['a link to continue', [created, continueLinkRequested()], { kind: 'continue', party: 1 }],
    ['the notice of a cancelled invitation', [...remoteSent, cancelled()], { kind: 'cancellation' }],
  ] as const)('records the failure of %s', (_, events, change) =>
    given(...events)
      .when(failure(change))
      .then(mailFailed(change)),
  );

  it.each([
    ['the document is accepted', [...inPersonSealed, documentSent(2)], {}],
    ['both have the document', allSent, {}],
    ['the document is not paid', inPersonComplete, {}],
    ['the invitation is accepted', remoteSent, invitation],
    ['the invitation is cancelled', [...remoteInvited, cancelled()], invitation],
    ['Party 2 has signed', remoteSigned, invitation],
    ['the reminder is accepted', [...remoteSent, reminded(), noticeSent], reminder],
    ['reminders are declined', [...remoteSent, reminded(), declined()], reminder],
    ['Party 2 has signed before the reminder went out', remoteSigned, reminder],
  ] as const)('records nothing if the mail is no longer owed: %s', (_, events, change) =>
    given(...events)
      .when(failure(change))
      .thenNothing(),
  );

  it('records the same fault more and more rarely, and another fault at once', () => {
    const unreachable = [...inPersonSealed, mailFailed()];
    const attempts = Array.from({ length: 20 }, (_, index) => index + 1);
    const isTold = (attempt: number): boolean => {
      try {
        given(...unreachable)
          .when(failure({ attempt }))
          .thenNothing();
        return false;
      } catch {
        return true;
      }
    };
    expect(attempts.filter(isTold)).toEqual([1, 2, 3, 4, 8, 16]);
    given(...unreachable)
      .when(failure({ attempt: 7, code: 'mail_refused', permanent: true }))
      .then(mailFailed({ attempt: 7, code: 'mail_refused', permanent: true }));
    given(...unreachable)
      .when(failure({ attempt: 7, about: 'another-event' }))
      .then(mailFailed({ attempt: 7, about: 'another-event' }));
  });

  it('records nothing beyond a limit, except once that the service gave up', () => {
    const full = [
      ...inPersonSealed,
      ...told({}, ...Array.from({ length: MAIL_FAILURES_MAX }, (_, n) => `code_${n}`)),
    ];
    const last = { code: 'mail_given_up', permanent: true };
    given(...full)
      .when(failure())
      .thenNothing();
    given(...full)
      .when(failure(last))
      .then(mailFailed(last));
    given(...full, mailFailed(last))
      .when(failure(last))
      .thenNothing();
    given(...full)
      .when(failure({ party: 1 }))
      .then(mailFailed({ party: 1 }));
    given(...full.slice(0, -1))
      .when(failure())
      .then(mailFailed());
    for (const other of [mailFailed({ party: 1 }), mailFailed(reminder)])
      given(...full, other)
        .when(failure())
        .thenNothing();
  });

  it('counts each kind of mail separately', () =>
    given(
      ...inPersonSealed,
      ...told(reminder, ...Array.from({ length: MAIL_FAILURES_MAX }, (_, n) => `code_${n}`)),
    )
      .when(failure())
      .then(mailFailed()));

  it('records the first refusal of a mail beyond the limit', () => {
    const full = [
      ...inPersonSealed,
      ...told({}, ...Array.from({ length: MAIL_FAILURES_MAX }, (_, n) => `code_${n}`)),
    ];
    const refused = { code: 'mail_refused', permanent: true, attempt: 31 };
    given(...full)
      .when(failure(refused))
      .then(mailFailed(refused));
    given(...full, mailFailed(refused))
      .when(failure({ ...refused, attempt: 32 }))
      .thenNothing();
    given(...full, mailFailed(refused))
      .when(failure({ ...refused, about: 'another-event' }))
      .then(mailFailed({ ...refused, about: 'another-event' }));
  });

  it('records the first failure of an order confirmation beyond the limit, because other mails wait for it', () => {
    const order = { kind: 'order', party: 1, about: idOf(4), code: 'code', attempt: 5 } as const;
    const failures = (about: string) =>
      Array.from({ length: MAIL_FAILURES_MAX }, () => mailFailed({ ...order, about }));
    const paidNow = [...paymentAsked, paid(199)];
    given(...paidNow, ...failures('elsewhere'))
      .when(failure(order))
      .then(mailFailed(order));
    given(...paidNow, ...failures(idOf(4)))
      .when(failure({ ...order, code: 'another' }))
      .thenNothing();
    given(...paidNow, continueLinkRequested(), ...failures('elsewhere'))
      .when(failure(order))
      .then(mailFailed(order));
  });

  it('does not record the first failure of any other mail beyond the limit', () => {
    const owed = { kind: 'reminder', about: idOf(5), code: 'code', attempt: 5 } as const;
    const failures = Array.from({ length: MAIL_FAILURES_MAX }, () => mailFailed({ ...owed, about: 'else' }));
    given(...remoteSent, reminded(), ...failures)
      .when(failure(owed))
      .thenNothing();
  });

  it('is refused after an erasure', () =>
    given(...inPersonSealed, erased)
      .when(failure())
      .thenRefused('nda_erased'));
});

describe('RecordNoticeSent', () => {
  const record = {
    type: 'RecordNoticeSent',
    notice: 'reminder',
    party: 2,
    about: 'event-9',
    messageId: 'notice-1',
  } as const;
  it('records a mail that the provider accepted, also after an erasure', () => {
    given(...remoteInvited)
      .when(record)
      .then(noticeSent);
    given(...remoteInvited, erased)
      .when(record)
      .then(noticeSent);
  });
  it('names the address that the mail went to if it is no longer the present one', () => {
    given(...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when({ ...record, address: 1 })
      .then({ type: 'NoticeSent', open: { ...noticeSent.open, address: 1 } });
    given(...remoteInvited)
      .when({ ...record, address: 1 })
      .then(noticeSent);
  });
  it('records nothing on repetition', () =>
    given(...remoteInvited, noticeSent)
      .when(record)
      .thenNothing());
});

describe("the mail provider's reports", () => {
  const delivered = {
    type: 'RecordMailDelivered',
    kind: 'document',
    party: 1,
    messageId: 'document-1',
  } as const;
  const bounced = {
    type: 'RecordMailBounced',
    kind: 'document',
    party: 2,
    messageId: 'document-2',
    code: 'bounced',
    permanent: true,
    reason: '550 no such user charles@example.org',
  } as const;
  it('RecordMailDelivered records once, and nothing on repetition', () => {
    given(...allSent)
      .when(delivered)
      .then(mailDelivered);
    given(...allSent, mailDelivered)
      .when(delivered)
      .thenNothing();
    given(...allSent, erased)
      .when(delivered)
      .then(mailDelivered);
  });
  it('RecordMailBounced records once, and nothing on repetition', () => {
    given(...allSent)
      .when(bounced)
      .then(mailBounced);
    given(...allSent, mailBounced)
      .when(bounced)
      .thenNothing();
  });
  it('RecordMailBounced omits the free text after an erasure', () =>
    given(...allSent, erased)
      .when(bounced)
      .then({ type: 'MailBounced', open: mailBounced.open } as NdaEvent));
  it('are distinguished', () =>
    given(...allSent, mailBounced)
      .when({ ...delivered, messageId: 'document-2' })
      .then({
        type: 'MailDelivered',
        open: { kind: 'document', party: 1, messageId: 'document-2' },
      }));
});
