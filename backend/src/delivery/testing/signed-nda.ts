import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import type { EvidenceEvent } from '@siegel/contracts/evidence/evidence';
import { evidenceEventHash } from '@siegel/contracts/evidence/event-hash';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { createHash } from 'node:crypto';
import { encode } from 'fast-png';
import type { NdaEvent, NdaPersonal, NdaTermsOpen } from '../../nda/nda.events.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { recordedTerms } from '../../nda/testing/samples.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { NO_HASH } from '../../eventsourcing/journal/chain.js';
import { commitmentOf } from '../../eventsourcing/journal/sealed-part.js';
import { recorded } from '../../eventsourcing/journal/testing/recorded.js';
import type { DocumentParts } from '../pdf/document-input.js';

export const NDA_ID = '019a7a10-0000-7000-8000-00000000abcd';
export const ISSUE_DATE = '2026-11-12';

/**
 * A name beyond Latin-1, and lines of one paragraph: the document has to show both. With a shorter text a
 * heading falls on another page and the layout is done once more, which takes half as long again.
 */
const { terms, personal } = recordedTerms({
  ...SAMPLES.de,
  ideaDescription:
    'Gegenstand ist ein faltbarer Lastenanhänger für Fahrräder mit selbsttätiger Auflaufbremse.\nDie beim Bremsen frei werdende Energie wird in der Radnabe durch eine Spiralfeder gespeichert.',
  party2Name: 'Łukasz Achterberg',
  party2Email: 'lukasz@example.org',
});

/** A drawn line on a transparent background, as the pad exports it. */
export function drawnSignature(seed: number, width = 360, height = 120): Buffer {
  const data = new Uint8Array(width * height * 4);
  const ink = (x: number, y: number): void => {
    const at = (Math.round(y) * width + Math.round(x)) * 4;
    if (at >= 0 && at + 3 < data.length) data.set([27, 42, 107, 255], at);
  };
  for (let step = 0; step < 6000; step += 1) {
    const t = step / 6000;
    const x = 30 + t * (width - 60) + 14 * Math.cos(t * 60 + seed);
    const y = height / 2 + 40 * Math.sin(t * 47 + seed) * (1 - t * 0.7) + 10 * Math.sin(t * 9);
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 1],
      [1, 2],
    ] as const)
      ink(x + dx, y + dy);
  }
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const SIGNATURES = { 1: drawnSignature(1), 2: drawnSignature(4) } as const;

export interface Story {
  readonly personal?: Partial<NdaPersonal>;
  readonly terms?: Partial<NdaTermsOpen>;
  readonly remote?: boolean;
  readonly correctedEmail?: string;
}

/** Everything up to complete and paid, as events to append. */
export function storyOf(story: Story = {}): NdaEvent[] {
  const who = { ...personal, ...story.personal };
  const what = { ...terms, ...story.terms };
  const hash = agreementHash(
    fillAgreement({
      ...pickTerms({ ...who, ...what }, AGREEMENT_TERMS),
      issueDate: ISSUE_DATE,
      templateVersion: CURRENT_TEMPLATE,
    }),
  );
  const signed = {
    agreementHash: hash,
    agreementHashConfirmed: true,
    templateVersion: CURRENT_TEMPLATE,
    consentWording: 'v1',
  };
  const remote = story.remote === true;
  const paid: NdaEvent = {
    type: 'PaymentSucceeded',
    open: {
      party: 1,
      attempt: 1,
      amount: remote ? 398 : 199,
      currency: 'EUR',
      paymentIntentId: 'pi_1',
      provider: 'sandbox',
    },
  };
  const asked: NdaEvent = {
    type: 'PaymentRequested',
    open: {
      party: 1,
      attempt: 1,
      amount: remote ? 398 : 199,
      currency: 'EUR',
      provider: 'sandbox',
      consentWording: 'v1',
    },
  };
  const invited: NdaEvent[] = [
    {
      type: 'Party2Invited',
      open: {
        invitation: 1,
        tokenHash: 't'.repeat(64),
        expiresAt: '2026-11-19T13:40:00.000Z',
        trigger: 'payment',
      },
    },
  ];
  const corrected: NdaEvent[] =
    story.correctedEmail === undefined
      ? []
      : [
          {
            type: 'Party2AddressCorrected',
            open: { address: 2, tokenHash: 'u'.repeat(64) },
            personal: { party2Email: story.correctedEmail, previousEmail: who.party2Email },
          },
        ];
  const start: NdaEvent[] = [
    {
      type: 'NdaCreated',
      open: {
        ...what,
        templateVersion: CURRENT_TEMPLATE,
        agreementHash: hash,
        issueDate: ISSUE_DATE,
        creatorKeyHash: 'c'.repeat(64),
        replaces: null,
        chain: NDA_ID,
      },
      personal: who,
    },
    {
      type: 'Party1Signed',
      open: { ...signed, mode: remote ? 'remote' : 'in-person', party1PaysForBoth: remote },
      personal: { signatureHash: sha256(SIGNATURES[1]) },
    },
  ];
  const second: NdaEvent[] = [
    {
      type: 'Party2Signed',
      open: {
        ...signed,
        channel: remote ? 'remote' : 'in-person',
        tokenHash: remote ? 'u'.repeat(64) : null,
      },
      personal: { signatureHash: sha256(SIGNATURES[2]) },
    },
    { type: 'NdaCompleted', open: { agreementHash: hash } },
  ];
  return remote
    ? [...start, asked, paid, ...invited, ...corrected, ...second]
    : [...start, ...second, asked, paid];
}

const SEALED_WITH_ORIGIN = ['Party1Signed', 'Party2Signed'];

/** The events as they would be stored: a chain that fits, and what may be disclosed. */
export function historyOf(events: readonly Recorded<NdaEvent>[]): EvidenceEvent[] {
  let previousHash = NO_HASH;
  return events.map((event) => {
    const { id, revision, at, actor, commandId, correlationId, causedBy, open, personal, origin } = event;
    const salt = createHash('sha256').update(`salt ${revision}`).digest();
    const sealed =
      personal === undefined
        ? {}
        : { sealed: 'AQ==', keyId: NDA_ID, commitment: commitmentOf(salt, { personal, origin }) };
    const unhashed = {
      revision,
      id,
      type: `${event.type}.v1`,
      core: JSON.stringify({ format: 1, at, actor, commandId, correlationId, causedBy }),
      data: JSON.stringify({ open, ...sealed }),
      previousHash,
    };
    const hash = evidenceEventHash(event.stream, { ...unhashed, hash: '' });
    previousHash = hash;
    const disclosed = {
      salt: salt.toString('base64'),
      personal: personal as unknown as Record<string, unknown>,
    };
    return { ...unhashed, hash, ...(personal === undefined || origin !== undefined ? {} : { disclosed }) };
  });
}

export const VERIFY_URL = 'https://siegel.example/verify';

export const partsOf = (events: readonly Recorded<NdaEvent>[]): DocumentParts => ({
  signatures: SIGNATURES,
  history: historyOf(events),
  verifyUrl: VERIFY_URL,
});

const START = Date.parse('2026-11-12T13:32:07.000Z');

/** The story as recorded, a minute and a bit between events, the signing ones with an origin. */
export function recordedStory(story: Story = {}): Recorded<NdaEvent>[] {
  const events = storyOf(story).map((event, revision) => {
    const at = new Date(START + revision * 67_000).toISOString();
    const made = recorded(event, { stream: ndaDecider.stream(NDA_ID), revision, at }) as Recorded<NdaEvent>;
    const seen = event.type === 'Party2Signed' ? '2001:db8:85a3::8a2e:370:7334' : '203.0.113.77';
    return SEALED_WITH_ORIGIN.includes(event.type)
      ? { ...made, origin: { ip: seen, userAgent: 'Test' } }
      : made;
  });
  const history = historyOf(events);
  return events.map((event, revision) => ({ ...event, hash: history[revision]?.hash ?? '' }));
}
