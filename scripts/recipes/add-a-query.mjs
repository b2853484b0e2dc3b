// The example: a query for an agreement's signers and when they signed. The creator and the admin may use
// this query after the first signature.
export const recipe = {
  heading: 'Add a query',
  name: 'signers',
  steps: [
    {
      file: 'backend/src/party1/signers.query.ts',
      text: `import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SignersView } from '@siegel/contracts/nda/view';
import { NdaReadModel } from '../agreements/nda-read-model.js';
import { NdaAccess } from '../agreements/reading/nda-access.js';
import type { Reader } from '../agreements/reading/reader.js';
import { requireSigners } from '../nda/rules/signers.js';

/** The signers of an agreement. @throws RuleBroken not_found, nda_discarded, party1_must_sign_first */
export class ReadSigners extends Query<SignersView> {
  constructor(
    readonly id: string,
    readonly reader: Reader,
  ) {
    super();
  }
}

@QueryHandler(ReadSigners)
export class ReadSignersHandler implements IQueryHandler<ReadSigners> {
  constructor(
    private readonly access: NdaAccess,
    private readonly ndas: NdaReadModel,
  ) {}

  async execute({ id, reader }: ReadSigners) {
    return this.access.readFor(id, reader, 'agreement', async (nda) => {
      requireSigners(nda.state);
      const view = await this.ndas.view(nda);
      const both = [
        { party: 1 as const, name: view.party1Name, signedAt: view.party1SignedAt },
        { party: 2 as const, name: view.party2Name, signedAt: view.party2SignedAt },
      ];
      return {
        items: both.flatMap(({ signedAt, ...party }) => (signedAt === null ? [] : [{ ...party, signedAt }])),
      };
    });
  }
}
`,
    },
    {
      file: 'backend/src/nda/rules/signers.ts',
      text: `import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaState } from '../nda.state.js';

// The signers of an agreement may be read after the first signature. Pure.

/** @throws RuleBroken party1_must_sign_first */
export function requireSigners({ party1 }: Pick<NdaState, 'party1'>): void {
  if (party1 === undefined) throw new RuleBroken('party1_must_sign_first');
}
`,
    },
    {
      file: 'backend/src/nda/rules/signers.spec.ts',
      text: `import { requireSigners } from './signers.js';

describe('the signers', () => {
  it('may be read after the first signature', () => {
    const party1 = { at: '2026-11-12T10:00:00.000Z', eventId: 'signed', signatureHash: undefined };
    expect(() => requireSigners({ party1 })).not.toThrow();
    expect(() => requireSigners({ party1: undefined })).toThrow('party1_must_sign_first');
  });
});
`,
    },
    {
      file: 'backend/src/party1/party1.module.ts',
      after: "import { SigningController } from './signing.controller.js';\n",
      text: "import { ReadSignersHandler } from './signers.query.js';\n",
    },
    {
      file: 'backend/src/party1/party1.module.ts',
      from: 'OtherDevices, DeliveryRequests]',
      to: 'OtherDevices, DeliveryRequests, ReadSignersHandler]',
    },
    {
      file: 'contracts/src/nda/view.ts',
      before: 'export const inviteInfoSchema =',
      text: `/** A party that has signed. */
const signerSchema = objectOf({ party, name: text, signedAt: timestamp });
export const signersSchema = namedObject('Signers', {
  items: listOf(signerSchema, { maxItems: 2, description: 'In the order in which they signed' }),
});
/** Body of the 200 response to \`GET /api/ndas/{id}/signers\`. */
export interface SignersView extends ViewOf<typeof signersSchema> {}

`,
    },
    {
      file: 'backend/src/party1/ndas.controller.ts',
      after: '  type OwnNdasView,\n',
      text: '  signersSchema,\n  type SignersView,\n',
    },
    {
      file: 'backend/src/party1/ndas.controller.ts',
      after: "import { Party1 } from './party1.js';\n",
      text: "import { ReadSigners } from './signers.query.js';\n",
    },
    {
      file: 'backend/src/party1/ndas.controller.ts',
      before: "  @Get(':id/signatures/:party')\n",
      text: `  @Get(':id/signers')
  @Describe({
    id: 'readSigners',
    tag: 'Agreement',
    summary: 'Read who has signed',
    access: 'creator-or-admin',
    answers: { 200: json('Those who have, in their order', signersSchema) },
    problems: ['nda_discarded', 'party1_must_sign_first'],
  })
  signers(@Param('id', UuidParam) id: string, @Req() request: FastifyRequest): Promise<SignersView> {
    return this.queries.ask(new ReadSigners(id, this.readers.of(request)));
  }

`,
    },
    {
      file: 'backend/src/party1/signers.spec.ts',
      text: `import { problem } from '../http/testing/problem.js';
import { terms } from '../../testing/steps/samples.js';
import { create, sign } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';

let test: TestBackend;
beforeAll(async () => {
  test = await startTestBackend();
});
afterAll(() => test.stop());

describe('GET /api/ndas/{id}/signers', () => {
  it('names the signers after the first signature, and only to the creator and the admin', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const path = '/api/ndas/' + id + '/signers';
    expect(problem(await browser.get(path))).toMatchObject({ status: 409, code: 'party1_must_sign_first' });
    await sign(browser, id, 1);
    const { body } = await browser.get(path).expect(200);
    expect(body.items).toEqual([{ party: 1, name: terms.party1Name, signedAt: expect.any(String) }]);
    expect(problem(await test.browser().get(path))).toMatchObject({ status: 404 });
  });
});
`,
    },
  ],
};
