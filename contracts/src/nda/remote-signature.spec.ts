import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EXAMPLES } from '../examples.js';
import type { JsonSchema } from '../schema.js';
import { sampleRemote } from '../testing/sample-remote.js';
import {
  deadLinkSchema,
  disputeSchema,
  remoteSignatureSchema,
  remoteSignedSchema,
  sharePaidSchema,
} from './remote-signature.js';
import { RemoteSignRequest, ShareIntentRequest } from './remote-signature-requests.js';

const propertiesOf = (schema: JsonSchema) => schema['properties'] as Readonly<Record<string, JsonSchema>>;
const namesIn = (schema: JsonSchema | undefined) => Object.keys(propertiesOf(schema ?? {}));
const problems = (type: new () => object, body: object) =>
  validateSync(plainToInstance(type, body), { whitelist: true, forbidNonWhitelisted: true }).map(
    ({ property }) => property,
  );

describe('the view of Party 2', () => {
  it('has no address of Party 1, no payment, no signature and no token of the NDA (rule:link-shows-a-list)', () => {
    const names = namesIn(propertiesOf(remoteSignatureSchema)['nda']);
    expect(names).toHaveLength(19);
    expect(names).toEqual(expect.arrayContaining(['party2Email', 'party1SignedAt', 'permittedDisclosures']));
    expect(names.filter((name) => /party1Email|pay|paid|voucher|token|signature$|ip$/i.test(name))).toEqual(
      [],
    );
    expect(Object.keys(sampleRemote.nda)).toEqual(names);
  });

  it('has exactly the members of its schema', () => {
    expect(namesIn(remoteSignatureSchema).toSorted()).toEqual(Object.keys(sampleRemote).toSorted());
    expect(namesIn(remoteSignedSchema)).toEqual(['signedAt', 'receipt']);
    expect(namesIn(sharePaidSchema)).toEqual(['amountDue', 'paymentStatus']);
    expect(namesIn(disputeSchema)).toEqual(['language', 'signedAt', 'disputedAt']);
  });

  it('says what happens to the share if the link is dead', () => {
    const schema = deadLinkSchema(['invalid_link', 'link_expired', 'link_replaced']);
    expect(propertiesOf(schema)['code']).toEqual({ type: 'string', enum: ['link_expired', 'link_replaced'] });
    expect(propertiesOf(schema)['status']).toEqual({ type: 'integer', enum: [410] });
    expect(propertiesOf(schema)['share']).toMatchObject({
      type: ['string', 'null'],
      enum: ['refund', 'credit', null],
    });
  });
});

describe('a request of Party 2', () => {
  it('is accepted in the form that the examples show', () => {
    expect(problems(RemoteSignRequest, EXAMPLES.signByLink.drawn)).toEqual([]);
    expect(problems(RemoteSignRequest, {})).toEqual([]);
    expect(problems(ShareIntentRequest, EXAMPLES.createShareIntent.party2)).toEqual([]);
    expect(problems(ShareIntentRequest, {})).toEqual([]);
  });

  it.each<[string, new () => object, object]>([
    ['signatureKind', RemoteSignRequest, { signatureKind: 'stamped' }],
    ['consentLanguage', RemoteSignRequest, { consentLanguage: 'fr' }],
    ['agreementHash', RemoteSignRequest, { agreementHash: 'abc' }],
    ['signatureMode', RemoteSignRequest, { signatureMode: 'in-person' }],
    ['partyNumber', ShareIntentRequest, { partyNumber: '1' }],
    ['paymentMode', ShareIntentRequest, { paymentMode: 'whole' }],
  ])('is refused with an invalid %s', (name, type, body) => expect(problems(type, body)).toEqual([name]));
});
