// The example: a call that says whether the text with a given hash is the text of an agreement.
export const recipe = {
  heading: 'Add a call',
  name: 'compared-agreement',
  steps: [
    {
      file: 'contracts/src/nda/requests.ts',
      before: '/** `POST /api/optimize-description`. */',
      text: `/** \`POST /api/ndas/{id}/agreement/compare\`. */
export class CompareAgreementRequest {
  /** SHA-256, hexadecimal, of the caller's text. */
  @Matches(SHA256_HEX, withMessage('validation.invalid'))
  agreementHash: string;
}

`,
    },
    {
      file: 'contracts/src/nda/requests.ts',
      from: "import { IsPenaltyClause, withMessage, Trimmed, TrimmedOrAbsent } from '../validation/rules.js';",
      to: "import { IsPenaltyClause, withMessage, SHA256_HEX, Trimmed, TrimmedOrAbsent } from '../validation/rules.js';",
    },
    {
      file: 'contracts/src/nda/view.ts',
      before: 'export const continuedSchema =',
      text: `export const comparedAgreementSchema = namedObject('ComparedAgreement', {
  same: flag,
  agreementHash: described('Of the text that the agreement has', sha256),
});
/** Body of the 200 response to \`POST /api/ndas/{id}/agreement/compare\`. */
export interface ComparedAgreementView extends ViewOf<typeof comparedAgreementSchema> {}

`,
    },
    {
      file: 'backend/src/party1/compared-agreement.controller.ts',
      text: `import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import { CompareAgreementRequest } from '@siegel/contracts/nda/requests';
import { comparedAgreementSchema, type ComparedAgreementView } from '@siegel/contracts/nda/view';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { ReadAgreement } from '../agreements/reading/agreement.queries.js';
import { Readers } from '../agreements/reading/reader.js';

/** Compares the text of an agreement with the caller's text. */
@Controller('api/ndas')
export class ComparedAgreementController {
  constructor(
    private readonly queries: Queries,
    private readonly readers: Readers,
  ) {}

  @Post(':id/agreement/compare')
  @HttpCode(200)
  @Describe({
    id: 'compareAgreement',
    tag: 'Agreement',
    summary: 'Ask whether a text is that of the agreement',
    access: 'creator-or-admin',
    body: CompareAgreementRequest,
    examples: EXAMPLES.compareAgreement,
    answers: { 200: json('Whether it is, with the hash of the one that the agreement has', comparedAgreementSchema) },
    problems: ['nda_discarded'],
  })
  async compare(
    @Param('id', UuidParam) id: string,
    @Body() body: CompareAgreementRequest,
    @Req() request: FastifyRequest,
  ): Promise<ComparedAgreementView> {
    const { agreementHash } = await this.queries.ask(new ReadAgreement(id, this.readers.of(request)));
    return { same: agreementHash === body.agreementHash, agreementHash };
  }
}
`,
    },
    {
      file: 'backend/src/party1/party1.module.ts',
      before: "import { DeliveryRequests } from './delivery-requests.js';",
      text: "import { ComparedAgreementController } from './compared-agreement.controller.js';\n",
    },
    {
      file: 'backend/src/party1/party1.module.ts',
      after: '    DeviceController,\n',
      text: '    ComparedAgreementController,\n',
    },
    {
      file: 'contracts/src/examples.ts',
      before: '  CorrectParty1AddressRequest,\n',
      text: '  CompareAgreementRequest,\n',
    },
    {
      file: 'contracts/src/examples.ts',
      before: '  correctParty2Address: {',
      text: "  compareAgreement: {\n    known: { agreementHash: 'a'.repeat(64) } satisfies CompareAgreementRequest,\n  },\n",
    },
    {
      file: 'backend/testing/steps/routes.ts',
      before: "  bodyless('/api/ndas/{id}/send-email'),",
      text: "  post('/api/ndas/{id}/agreement/compare', { agreementHash: 'a'.repeat(64) }),\n",
    },
    {
      file: 'backend/src/party1/compared-agreement.controller.spec.ts',
      text: `import { problem } from '../http/testing/problem.js';
import { create } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';

let test: TestBackend;
beforeAll(async () => {
  test = await startTestBackend();
});
afterAll(() => test.stop());

describe('POST /api/ndas/{id}/agreement/compare', () => {
  it('recognises the text of the agreement, and only answers its creator and the admin', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const path = '/api/ndas/' + id + '/agreement';
    const { agreementHash } = (await browser.get(path).expect(200)).body;
    const compare = (of: string) => browser.post(path + '/compare').send({ agreementHash: of });
    await compare(agreementHash).expect(200, { same: true, agreementHash });
    await compare('0'.repeat(64)).expect(200, { same: false, agreementHash });
    const asked = await test.browser().post(path + '/compare').send({ agreementHash });
    expect(problem(asked)).toMatchObject({ status: 404 });
  });
});
`,
    },
  ],
};
