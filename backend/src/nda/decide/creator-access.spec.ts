import { CONTINUE_LINKS_MAX } from '@siegel/contracts/limits';
import type { NdaEvent } from '../nda.events.js';
import { day, given, on } from '../testing/given.js';
import {
  accessEnded,
  accessGranted,
  accessGrantedBy,
  continueLinkRequested,
  created,
  CREATOR,
  hashOf,
  LINK_ID,
  ownAddressCorrected,
} from '../testing/samples.js';

const requested = (number: number, days = 0) =>
  on(days, continueLinkRequested({ number, expiresAt: day(days + 1) }));
const asked = [created, requested(1)];

describe('RequestContinueLink', () => {
  const request = { type: 'RequestContinueLink', linkId: LINK_ID } as const;
  it('sends a link for a day', () => given(created).when(request).then(continueLinkRequested()));
  it('numbers further links', () =>
    given(...asked)
      .when(request, day(2))
      .then(continueLinkRequested({ number: 2, expiresAt: day(3) })));
  it('refuses a fourth within a day', () => {
    const three = [created, requested(1), requested(2, 0.5), requested(3, 0.9)];
    given(...three)
      .when(request, day(0.999))
      .thenRefused('mail_limit');
    given(...three)
      .when(request, day(1))
      .then(continueLinkRequested({ number: 4, expiresAt: day(2) }));
  });
  it('refuses beyond the limit of an NDA', () => {
    const asMany = (count: number) => Array.from({ length: count }, (_, n) => requested(n + 1, n));
    given(created, ...asMany(CONTINUE_LINKS_MAX - 1))
      .when(request, day(99))
      .then(continueLinkRequested({ number: CONTINUE_LINKS_MAX, expiresAt: day(100) }));
    given(created, ...asMany(CONTINUE_LINKS_MAX))
      .when(request, day(99))
      .thenRefused('mail_limit');
  });
});

describe('GrantCreatorAccess', () => {
  const grant = { type: 'GrantCreatorAccess', creatorKeyHash: hashOf('9'), link: 1 } as const;
  const another = { ...grant, creatorKeyHash: hashOf('8') };
  it('gives another browser access', () =>
    given(...asked)
      .when(grant, day(0.99))
      .then(accessGrantedBy(1)));
  it('records nothing for a browser that has access, and does not use up the link', () => {
    given(...asked, accessGrantedBy(1))
      .when(grant, day(9))
      .thenNothing();
    const creatorItself = given(...asked).when({ ...grant, creatorKeyHash: CREATOR });
    creatorItself.thenNothing();
  });
  it('gives access to one browser for each link', () => {
    given(...asked, accessGrantedBy(1))
      .when(another)
      .thenRefused('link_used');
    given(...asked, accessGrantedBy(1), requested(2))
      .when({ ...another, link: 2 })
      .then({ type: 'CreatorAccessGranted', open: { creatorKeyHash: hashOf('8'), link: 2 } });
  });
  it.each([
    ['link_expired', 'its day is over', asked, day(1)],
    ['link_expired', 'it was voided', [...asked, accessEnded], day(0)],
    ['link_expired', 'it went to an address that was wrong', [...asked, ownAddressCorrected()], day(0)],
    ['invalid_link', 'nobody asked for it', [created], day(0)],
  ] as const)('refuses with %s when %s', (code, _, events, at) =>
    given(...events)
      .when(grant, at)
      .thenRefused(code),
  );
});

describe('EndOtherAccess', () => {
  const end = { type: 'EndOtherAccess', kept: CREATOR } as const;
  it('ends the access of another browser', () => given(created, accessGranted).when(end).then(accessEnded));
  it('voids an open link', () =>
    given(...asked)
      .when(end)
      .then(accessEnded));
  it('may be requested by any browser that has access', () =>
    given(created, accessGranted)
      .when({ ...end, kept: hashOf('9') })
      .then({ type: 'CreatorAccessEnded', open: { kept: hashOf('9') } }));
  it.each<[string, readonly (NdaEvent | ReturnType<typeof on>)[]]>([
    ['no other browser has access', [created]],
    ['the access was ended already', [created, accessGranted, accessEnded]],
    ['the only link is over', [created, requested(1), on(1, accessEnded)]],
  ])('records nothing if %s', (_, events) =>
    given(...events)
      .when(end, day(1))
      .thenNothing(),
  );
  it('refuses a browser that has no access itself', () =>
    given(created, accessGranted)
      .when({ ...end, kept: hashOf('8') })
      .thenRefused('not_found'));
});
