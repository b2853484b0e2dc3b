import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import type { Party } from '@siegel/contracts/enums';
import { type EvidenceEvent, SHOWN_TYPES } from '@siegel/contracts/evidence/evidence';
import { evidenceContentHash, evidenceEventHash } from '@siegel/contracts/evidence/event-hash';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { createHash } from 'node:crypto';
import { encode } from 'fast-png';
import type { NdaEvent, NdaPersonal, NdaTermsOpen } from '../../nda/nda.events.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { agreementCommitment } from '@siegel/contracts/agreement/commitment';
import { recordedTerms } from '../../nda/testing/samples.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { EVENT_FORMAT } from '../../eventsourcing/journal/event-encoding.js';
import { ndaEvents } from '../../nda/nda.registry.js';
import { NO_HASH } from '../../eventsourcing/journal/chain.js';
import { commitmentOf } from '../../eventsourcing/journal/sealed-part.js';
import { recorded } from '../../eventsourcing/journal/testing/recorded.js';
import type { DocumentParts } from '../pdf/document-input.js';

export const NDA_ID = '019a7a10-0000-7000-8000-00000000abcd';
export const ISSUE_DATE = '2026-11-12';

/**
 * Contains a name with letters beyond Latin-1 and a paragraph of several lines, because the document has to
 * show both. A shorter text would move a heading to another page. The layout would then run once more, and
 * rendering would take half as long again.
 */
const { terms, personal } = recordedTerms({
  ...SAMPLES.de,
  ideaDescription:
    'Gegenstand ist ein faltbarer Lastenanhänger für Fahrräder mit selbsttätiger Auflaufbremse.\nDie beim Bremsen frei werdende Energie wird in der Radnabe durch eine Spiralfeder gespeichert.',
  party2Name: 'Łukasz Achterberg',
  party2Email: 'lukasz@example.org',
});

/** A line drawn on a transparent background, as the signature pad exports it. */
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

const saltOf = (what: string): Buffer => createHash('sha256').update(`salt of ${what}`).digest();

export const SIGNATURES = { 1: drawnSignature(1), 2: drawnSignature(4) } as const;

export interface Story {
  readonly personal?: Partial<NdaPersonal>;
  readonly terms?: Partial<NdaTermsOpen>;
  readonly remote?: boolean;
  /** In remote mode only: each party pays its own share. */
  readonly split?: boolean;
  /** Id of the draft that this NDA replaces. */
  readonly replaces?: string;
  readonly correctedEmail?: string;
  readonly typed?: boolean;
  /**
   * Number of events that a program of stage one wrote. They are at the start of the stream. The default is
   * 0.
   */
  readonly byStageOne?: number;
}

/** Returns all events up to the one that makes the NDA complete and paid. */
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
  const isSalted = (story.byStageOne ?? 0) === 0;
  const agreement = {
    agreementHash: hash,
    agreementSalt: isSalted ? saltOf('agreement').toString('base64') : '',
  };
  const signed = {
    agreementCommitment: agreementCommitment(agreement),
    agreementHashConfirmed: true,
    templateVersion: CURRENT_TEMPLATE,
    consentWording: 'v1',
    consentLanguage: 'de',
    signatureKind: story.typed === true ? 'typed' : 'drawn',
  } as const;
  const remote = story.remote === true;
  const isForBoth = remote && story.split !== true;
  const payment = (party: Party, amount: number): NdaEvent[] => {
    const asked = { party, attempt: 1, amount, currency: 'EUR' } as const;
    return [
      { type: 'PaymentRequested', open: { ...asked, provider: 'sandbox' } },
      {
        type: 'PaymentSucceeded',
        open: { ...asked, paymentIntentId: `pi_${party}`, provider: 'sandbox' },
      },
    ];
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
        agreementCommitment: signed.agreementCommitment,
        issueDate: ISSUE_DATE,
        creatorKeyHash: 'c'.repeat(64),
        replaces: story.replaces ?? null,
        chain: story.replaces ?? NDA_ID,
      },
      personal: { ...who, ...agreement },
    },
    {
      type: 'Party1Signed',
      open: { ...signed, mode: remote ? 'remote' : 'in-person', party1PaysForBoth: isForBoth },
      personal: { signatureHash: sha256(SIGNATURES[1]) },
    },
  ];
  const second: NdaEvent[] = [
    {
      type: 'Party2Signed',
      open: {
        ...signed,
        channel: remote ? 'remote' : 'in-person',
        tokenHash: remote ? (corrected.length > 0 ? 'u' : 't').repeat(64) : null,
      },
      personal: { signatureHash: sha256(SIGNATURES[2]) },
    },
    { type: 'NdaCompleted', open: { agreementCommitment: signed.agreementCommitment } },
  ];
  const shares = { first: payment(1, isForBoth ? 398 : 199), second: isForBoth ? [] : payment(2, 199) };
  return remote
    ? [...start, ...shares.first, ...invited, ...corrected, ...second, ...shares.second]
    : [...start, ...second, ...shares.first];
}

const SEALED_WITH_ORIGIN = ['Party1Signed', 'Party2Signed'];

/**
 * Returns the events as evidence shows them, in a consistent chain. An event of a type that evidence does not
 * show becomes a withheld link.
 */
export function historyOf(events: readonly Recorded<NdaEvent>[]): EvidenceEvent[] {
  let previousHash = NO_HASH;
  return events.map((event) => {
    const { id, revision, at, actor, commandId, correlationId, causedBy, open, personal, origin } = event;
    const [personalSalt, originSalt] = [saltOf(`personal ${revision}`), saltOf(`origin ${revision}`)];
    const commitments = {
      personal: personal && commitmentOf(personalSalt, { personal }),
      origin: origin && commitmentOf(originSalt, { origin }),
    };
    const isSealed = personal !== undefined || origin !== undefined;
    const sealed = isSealed ? { sealed: 'AQ==', keyId: NDA_ID, commitments } : {};
    const content = {
      id,
      type: `${event.type}.v${ndaEvents[event.type].version}`,
      core: JSON.stringify({ format: EVENT_FORMAT, at, actor, commandId, correlationId, causedBy }),
      data: JSON.stringify({ open, ...sealed }),
      blind: saltOf(`blind ${revision}`).toString('hex'),
    };
    const link = { revision, content: evidenceContentHash(content), previousHash };
    const hash = evidenceEventHash(event.stream, link);
    previousHash = hash;
    if (!SHOWN_TYPES.some((type) => type === event.type)) return { ...link, hash };
    const disclosed = {
      salt: personalSalt.toString('base64'),
      personal: personal as unknown as Record<string, unknown>,
    };
    return { ...content, ...link, hash, ...(personal === undefined ? {} : { disclosed }) };
  });
}

export const VERIFY_URL = 'https://siegel.example/verify';

/**
 * Returns a copy of the parts in which the event at `revision` is withheld as in format 1, so that only its
 * hash is shown.
 */
export const withheldInFirstFormat = (parts: DocumentParts, revision: number): DocumentParts => ({
  ...parts,
  history: parts.history.with(revision, { revision, hash: parts.history[revision]?.hash ?? '', format: 1 }),
});

export const partsOf = (events: readonly Recorded<NdaEvent>[]): DocumentParts => ({
  signatures: SIGNATURES,
  history: historyOf(events),
  verifyUrl: VERIFY_URL,
});

const START = Date.parse('2026-11-12T13:32:07.000Z');

/** Returns the story's events as recorded, 67 seconds apart. The signing events have an origin. */
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
