import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import { berlinDay } from '@siegel/contracts/formats';
import type { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import {
  AGREEMENT_TERMS,
  OPEN_TERMS,
  pickTerms,
  recordTerms,
  SEALED_TERMS,
  type TermName,
} from '@siegel/contracts/nda/term-fields';
import type { CreateNda } from '../../nda/nda.commands.js';
import type { ReplacedDraft } from '../../nda/rules/draft.js';

export interface CreationFacts {
  readonly ndaId: string;
  readonly creatorKeyHash: string;
  readonly now: Date;
  /** 32 random bytes, base64. */
  readonly agreementSalt: string;
  /** The draft that the NDA replaces, with that draft's chain. */
  readonly replaces: ReplacedDraft | undefined;
}

/**
 * Returns the command that creates an NDA with the terms that Party 1 confirmed. It fixes the issue date, the
 * template's version and the hash of the exact text.
 */
export function createNdaCommand(request: Pick<CreateNdaRequest, TermName>, facts: CreationFacts): CreateNda {
  const issueDate = berlinDay(facts.now);
  const chosen = { ...pickTerms(request, AGREEMENT_TERMS), issueDate, templateVersion: CURRENT_TEMPLATE };
  const agreement = fillAgreement(chosen);
  return {
    type: 'CreateNda',
    ndaId: facts.ndaId,
    terms: recordTerms(request, OPEN_TERMS),
    personal: recordTerms(request, SEALED_TERMS),
    templateVersion: agreement.templateVersion,
    agreementHash: agreementHash(agreement),
    agreementSalt: facts.agreementSalt,
    issueDate,
    creatorKeyHash: facts.creatorKeyHash,
    replaces: facts.replaces?.id ?? null,
    chain: facts.replaces?.chain ?? facts.ndaId,
  };
}
