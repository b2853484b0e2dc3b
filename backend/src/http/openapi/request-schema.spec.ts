import { ApplyVoucherRequest, ConfirmPaymentRequest } from '@siegel/contracts/payments/requests';
import { ChatRequest } from '@siegel/contracts/admin/chat-request';
import { CreateNdaRequest, OptimizeDescriptionRequest, SignRequest } from '@siegel/contracts/nda/requests';
import { IssueVoucherRequest, LoginRequest, VoucherListQuery } from '@siegel/contracts/admin/requests';
import { FunnelEventRequest, PageViewRequest } from '@siegel/contracts/analytics/requests';
import { EXAMPLES } from '@siegel/contracts/examples';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { plainToInstance } from 'class-transformer';
import { MinLength, Length, validate } from 'class-validator';
import * as fc from 'fast-check';
import { fromSchema } from '../testing/from-schema.js';
import { bodySchema, requestMembers } from './request-schema.js';
import type { RequestClass } from './route-description.js';

const ajv = new Ajv2020();
addFormats.default(ajv);

async function failures(request: RequestClass, body: unknown): Promise<readonly string[]> {
  const found = await validate(plainToInstance(request, body), {
    whitelist: true,
    forbidNonWhitelisted: true,
  });
  return found.map(({ property }) => property);
}

const membersOf = (request: RequestClass) => requestMembers(request).properties;

describe('the schema of a request', () => {
  it('requires mandatory members, and names the defaults of the others', () => {
    const { required, properties } = requestMembers(CreateNdaRequest);
    expect([...required].sort()).toEqual(
      [
        'ideaTitle',
        'ideaDescription',
        'party1Name',
        'party1Email',
        'party2Name',
        'party2Email',
        'duration',
        'geographicScope',
        'penaltyClause',
      ].sort(),
    );
    expect(properties['language']).toMatchObject({ default: 'de', enum: ['de', 'en'] });
    expect(properties['returnOfMaterials']).toMatchObject({ type: 'boolean', default: true });
    expect(membersOf(VoucherListQuery)['page']).toMatchObject({ type: 'integer', minimum: 1, default: 1 });
  });

  it('accepts null for an optional member, and refuses unknown members', () => {
    const schema = bodySchema(SignRequest);
    expect(schema).toMatchObject({ additionalProperties: false, required: ['partyNumber'] });
    expect((schema['properties'] as Record<string, object>)['signatureMode']).toEqual({
      type: ['string', 'null'],
      enum: ['in-person', 'remote', null],
    });
    expect(bodySchema(IssueVoucherRequest)).not.toHaveProperty('required');
  });

  it('accepts an empty text if the rules treat it as absent', async () => {
    const body = { ...SAMPLES.de, party2Company: '', replaces: '' };
    expect(ajv.compile(bodySchema(CreateNdaRequest))(body)).toBe(true);
    expect(await failures(CreateNdaRequest, body)).toEqual([]);
    const funnel = { ...EXAMPLES.recordFunnelEvent.view, ndaId: '' };
    expect(ajv.compile(bodySchema(FunnelEventRequest))(funnel)).toBe(false);
    expect(await failures(FunnelEventRequest, funnel)).toEqual(['ndaId']);
  });

  it('knows each rule, and throws if it does not', () => {
    class Strange {
      @Length(2, 3)
      text: string;
    }
    expect(() => bodySchema(Strange)).toThrow('isLength');
    class Known {
      @MinLength(1)
      text: string;
    }
    expect(membersOf(Known)['text']).toEqual({ type: 'string', minLength: 1, pattern: '^[^\\u0000]*$' });
  });

  it.each([
    CreateNdaRequest,
    SignRequest,
    OptimizeDescriptionRequest,
    ApplyVoucherRequest,
    ConfirmPaymentRequest,
    LoginRequest,
    IssueVoucherRequest,
    PageViewRequest,
    ChatRequest,
  ])('allows only values that the rules accept: %p', async (request) => {
    const schema = bodySchema(request);
    const isDescribed = ajv.compile(schema);
    await fc.assert(
      fc.asyncProperty(fromSchema(schema, {}), async (body) => {
        expect(isDescribed(body)).toBe(true);
        expect(await failures(request, body)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [48, '\r\n', false],
    [49, '\r\n', true],
    [49, '\r', false],
    [49, '\n', true],
  ])('counts a line break as the rules do: %i letters and %j', async (letters, lineBreak, isTaken) => {
    const ideaDescription = `x${lineBreak}${'x'.repeat(letters - 1)}`;
    const body = { ...SAMPLES.de, ideaDescription };
    expect(ajv.compile(bodySchema(CreateNdaRequest))(body)).toBe(isTaken);
    if (isTaken) expect(await failures(CreateNdaRequest, body)).toEqual([]);
    const short = { description: ideaDescription, language: 'de' };
    expect(ajv.compile(bodySchema(OptimizeDescriptionRequest))(short)).toBe(isTaken);
    if (isTaken) expect(await failures(OptimizeDescriptionRequest, short)).toEqual([]);
  });

  it('does not count characters that are removed from a text', async () => {
    const body = { description: `x\u00ad${'x'.repeat(48)}`, language: 'de' };
    expect(await failures(OptimizeDescriptionRequest, body)).toEqual(['description']);
    expect(ajv.compile(bodySchema(OptimizeDescriptionRequest))(body)).toBe(false);
  });

  it('allows the ordinary text that people write', () => {
    const isDescribed = ajv.compile(bodySchema(CreateNdaRequest));
    const onTwoLines = SAMPLES.de.ideaDescription.replace(' ', '\r\n');
    const pasted = { ...SAMPLES.de, ideaDescription: onTwoLines };
    for (const terms of [SAMPLES.de, SAMPLES.en, pasted, EXAMPLES.createNda.draft])
      expect({ terms, errors: isDescribed(terms) ? [] : isDescribed.errors }).toEqual({ terms, errors: [] });
  });

  it.each([
    ['ideaTitle', 'ab'],
    ['ideaTitle', '   '],
    ['party1Name', 'A\nB'],
    ['party2Company', '字'],
    ['penaltyClause', 'custom:0'],
    ['penaltyClause', 'custom:10000001'],
    ['duration', null],
  ])('refuses values that the rules refuse: %s %j', async (name, value) => {
    const body = { ...SAMPLES.de, [name]: value };
    expect(ajv.compile(bodySchema(CreateNdaRequest))(body)).toBe(false);
    expect(await failures(CreateNdaRequest, body)).toEqual([name]);
  });
});
