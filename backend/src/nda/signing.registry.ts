import { LANGUAGES, SIGNATURE_KINDS, SIGNATURE_MODES } from '@siegel/contracts/enums';
import {
  byTerm,
  type OpenTerm,
  type RecordedTerms,
  SEALED_TERMS,
  type SealedTerm,
} from '@siegel/contracts/nda/term-fields';
import type { EventRegistry } from '../eventsourcing/journal/event.js';
import {
  day,
  type FieldsOf,
  flag,
  oneOf,
  orNull,
  text,
  textOf,
  uuid,
} from '../eventsourcing/journal/fields.js';

const language = oneOf(...LANGUAGES);
const signingMode = oneOf(...SIGNATURE_MODES);

const openTerms: FieldsOf<RecordedTerms<OpenTerm>> = {
  language,
  duration: textOf(),
  geographicScope: textOf(),
  penaltyClause: textOf(),
  returnOfMaterials: flag,
};
const sealedTerms: FieldsOf<RecordedTerms<SealedTerm>> = byTerm(SEALED_TERMS, () => text);

const signed = {
  agreementCommitment: text,
  /**
   * False if the client did not say which text it showed. The signature is then 'not confirmed by client'
   * (rule:signed-is-what-was-seen).
   */
  agreementHashConfirmed: flag,
  templateVersion: text,
  /** Version of the consent text next to the button, for instance `v1`. */
  consentWording: text,
  /** Language of the consent text; null if the client did not report it. */
  consentLanguage: orNull(language),
  /** Kind of the signature as the screen reported it; null if the screen did not report a kind. */
  signatureKind: orNull(oneOf(...SIGNATURE_KINDS)),
};
const signedPersonal = {
  /** SHA-256 of the signature's image (PNG). */
  signatureHash: text,
};

/** The events of an NDA from its creation to its completion. See nda.registry.ts. */
export const signingEvents = {
  NdaCreated: {
    version: 2,
    open: {
      ...openTerms,
      templateVersion: text,
      /**
       * Commits to the hash of the agreement without revealing the hash. The hash is sealed in the personal
       * part (rule:agreement-commitment).
       */
      agreementCommitment: text,
      issueDate: day,
      /** Keyed hash of the creator's key (rule:creator-key). */
      creatorKeyHash: text,
      /**
       * `replaces` is the id of the draft that this NDA replaces. `chain` is the id of the first NDA in the
       * chain of replaced drafts. If this NDA replaces no draft, `chain` is its own id. The figure `created`
       * counts each chain once.
       */
      replaces: orNull(uuid),
      chain: uuid,
    },
    personal: {
      ...sealedTerms,
      /** SHA-256 of the canonical agreement. */
      agreementHash: text,
      /**
       * Salt of `agreementCommitment`: 32 random bytes, base64. Empty if the event was recorded in version 1,
       * in which the hash was not sealed.
       */
      agreementSalt: text,
    },
    makesKey: true,
    meaning: 'Party 1 confirmed the agreement; its text and hash are fixed from here.',
  },
  NdaDiscarded: {
    version: 1,
    open: { replacedBy: orNull(text), reason: textOf<'replaced' | 'retention'>() },
    personal: {},
    meaning: 'A changed draft replaced an unsigned one, or the draft was given up after 30 days.',
  },
  Party1Signed: {
    version: 2,
    open: { ...signed, mode: signingMode, party1PaysForBoth: flag },
    personal: signedPersonal,
    origin: true,
    meaning: 'Party 1 signed, and chose how Party 2 will sign and who pays.',
  },
  SigningMadeRemote: {
    version: 1,
    open: { party1PaysForBoth: flag },
    personal: {},
    meaning: 'Party 1 chose that Party 2 signs through a link, or changed who pays for it.',
  },
  SigningMadeInPerson: {
    version: 1,
    open: { party1PaysForBoth: flag },
    personal: {},
    meaning: 'Party 1 chose that Party 2 signs on the same screen, or changed who pays for it.',
  },
  Party2Signed: {
    version: 2,
    open: {
      ...signed,
      /** `in-person`: signed on Party 1's device. `remote`: signed by the holder of the token. */
      channel: signingMode,
      /** SHA-256 of the token used; null if signed in person. */
      tokenHash: orNull(text),
    },
    personal: signedPersonal,
    origin: true,
    meaning: 'Party 2 signed, through the channel named.',
  },
  NdaCompleted: {
    version: 2,
    open: { agreementCommitment: text },
    personal: {},
    meaning: 'Both have signed; nothing of the agreement changes from here.',
  },
} satisfies EventRegistry;
