import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import type { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import { terms } from '../../../testing/steps/samples.js';
import { NDA_ID } from '../../nda/testing/given.js';
import { createNdaCommand } from './create-nda.js';

const requestOf = (changes: object = {}): CreateNdaRequest => ({ ...terms, ...changes });
const request = requestOf();
const facts = {
  ndaId: NDA_ID,
  creatorKeyHash: 'c',
  now: new Date('2026-11-21T12:00:00.000Z'),
  agreementSalt: 'salt',
  replaces: undefined,
};

describe('the day of issue', () => {
  it.each([
    ['2026-11-21T22:59:59.999Z', '2026-11-21'],
    ['2026-11-21T23:00:00.000Z', '2026-11-22'],
    ['2026-07-21T21:59:59.999Z', '2026-07-21'],
    ['2026-07-21T22:00:00.000Z', '2026-07-22'],
    ['2026-03-29T00:59:59.999Z', '2026-03-29'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
  ])('is that of Berlin: %s', (now, day) =>
    expect(createNdaCommand(request, { ...facts, now: new Date(now) }).issueDate).toBe(day),
  );
});

describe('the creation of an NDA', () => {
  it('fixes text, template and day', () => {
    const command = createNdaCommand(request, facts);
    expect(command).toMatchObject({
      type: 'CreateNda',
      ndaId: NDA_ID,
      issueDate: '2026-11-21',
      templateVersion: CURRENT_TEMPLATE,
      replaces: null,
      chain: NDA_ID,
      personal: { party2Company: null, permittedDisclosures: null, party1Company: terms.party1Company },
    });
    const { personal, terms: chosen, issueDate } = command;
    expect(command.agreementHash).toBe(
      agreementHash(
        fillAgreement({
          ...pickTerms({ ...personal, ...chosen }, AGREEMENT_TERMS),
          issueDate,
          templateVersion: CURRENT_TEMPLATE,
        }),
      ),
    );
  });

  it('has another hash if the agreement or its day changes in any way, but the same for another address', () => {
    const { agreementHash: hash } = createNdaCommand(request, facts);
    const hashOf = (changes: Partial<CreateNdaRequest>, now = facts.now) =>
      createNdaCommand(requestOf(changes), { ...facts, now }).agreementHash;
    for (const changes of [
      { ideaTitle: 'Anderer' },
      { ideaDescription: `${terms.ideaDescription} Und mehr.` },
      { party1Name: 'Eva' },
      { party1Company: 'GmbH' },
      { party2Name: 'Otto' },
      { party2Company: 'KG' },
      { permittedDisclosures: 'Steuerberater' },
      { duration: '1y' },
      { geographicScope: 'worldwide' },
      { penaltyClause: 'custom:12345' },
      { returnOfMaterials: false },
      { language: 'en' },
    ] as const)
      expect(hashOf(changes)).not.toBe(hash);
    expect(hashOf({}, new Date('2026-11-22T12:00:00.000Z'))).not.toBe(hash);
    expect(hashOf({ party1Email: 'a@example.org', party2Email: 'b@example.org' })).toBe(hash);
  });

  it('continues the chain for a successor', () => {
    const command = createNdaCommand(request, { ...facts, replaces: { id: 'old', chain: 'first' } });
    expect(command).toMatchObject({ replaces: 'old', chain: 'first' });
  });
});
