import { agreementHash } from '@siegel/contracts/agreement/canonical';
import type { AgreementTerms } from '@siegel/contracts/agreement/document';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { TEMPLATE_VERSION } from '@siegel/contracts/agreement/template-v1';
import { berlinDay } from '@siegel/contracts/formats';
import type { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import type { CreateNda } from '../nda/nda.commands.js';
import type { NdaPersonal } from '../nda/nda.events.js';
import type { ReplacedDraft } from '../nda/rules/draft.js';

export interface CreationFacts {
  readonly ndaId: string;
  readonly creatorKeyHash: string;
  readonly now: Date;
  /** The draft it replaces, with that one's chain. */
  readonly replaces: ReplacedDraft | undefined;
}

/**
 * From what Party 1 confirmed to the command: fixes the issue date, the template's version and the hash of
 * the very text.
 */
export function createNdaCommand(request: CreateNdaRequest, facts: CreationFacts): CreateNda {
  const { language, duration, geographicScope, penaltyClause, returnOfMaterials } = request;
  const personal: NdaPersonal = {
    ideaTitle: request.ideaTitle,
    ideaDescription: request.ideaDescription,
    party1Name: request.party1Name,
    party1Email: request.party1Email,
    party1Company: request.party1Company ?? null,
    party2Name: request.party2Name,
    party2Email: request.party2Email,
    party2Company: request.party2Company ?? null,
    permittedDisclosures: request.permittedDisclosures ?? null,
  };
  const terms = { language, duration, geographicScope, penaltyClause, returnOfMaterials };
  const issueDate = berlinDay(facts.now);
  const document: AgreementTerms = { ...personal, ...terms, issueDate };
  return {
    type: 'CreateNda',
    ndaId: facts.ndaId,
    terms,
    personal,
    templateVersion: TEMPLATE_VERSION,
    agreementHash: agreementHash(fillAgreement(document)),
    issueDate,
    creatorKeyHash: facts.creatorKeyHash,
    replaces: facts.replaces?.id ?? null,
    chain: facts.replaces?.chain ?? facts.ndaId,
  };
}
