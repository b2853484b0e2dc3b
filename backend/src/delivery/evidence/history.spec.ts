import type { EvidenceEvent } from '@siegel/contracts/evidence/evidence';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import type { EventDeclaration } from '../../eventsourcing/journal/event.js';
import { ndaEvents } from '../../nda/nda.registry.js';
import { oneOfEach } from '../../nda/testing/sample-histories.js';
import { createDeliveryBench, type DeliveryBench } from '../testing/delivery-bench.js';
import { isShown } from '../testing/evidence-changes.js';

/** One event of every type that an NDA's stream can have. */
const EVERY_EVENT: readonly NdaEvent[] = Object.values(oneOfEach);
/** Types of events that the evidence shows. Events of all other types appear as links. */
const SHOWN = [
  'NdaCreated',
  'Party1Signed',
  'SigningMadeRemote',
  'SigningMadeInPerson',
  'Party2Signed',
  'NdaCompleted',
  'Party2Invited',
  'Party1AddressCorrected',
  'Party2AddressCorrected',
  'InvitationSent',
  'InvitationOpened',
];
const ADDRESS = '203.0.113.77';

let bench: DeliveryBench;
beforeAll(async () => {
  bench = await createDeliveryBench();
});
afterAll(() => bench.vaultDatabase.drop());

describe.each([
  ['2', 0, ['revision', 'content', 'previousHash', 'hash']],
  ['1', EVERY_EVENT.length, ['revision', 'hash', 'format']],
] as const)('events of every type, in format %s,', (_, byStageOne, link) => {
  let history: EvidenceEvent[];
  const typeOf = (event: EvidenceEvent): string => (isShown(event) ? (event.type.split('.')[0] ?? '') : '');
  beforeAll(async () => {
    const ndaId = await bench.createPaid({ byStageOne }, () => [...EVERY_EVENT]);
    history = await bench.parts.history(ndaStream(ndaId), EVERY_EVENT.length - 1);
  });

  it('are shown in evidence if they concern the agreement, and otherwise appear as bare links', () => {
    expect(EVERY_EVENT.map(({ type }) => type).toSorted()).toEqual(Object.keys(ndaEvents).toSorted());
    expect(history).toHaveLength(EVERY_EVENT.length);
    expect(history.filter(isShown).map(typeOf).toSorted()).toEqual(SHOWN.toSorted());
    for (const event of history.filter((each) => !isShown(each)))
      expect(Object.keys(event).toSorted()).toEqual(link.toSorted());
  });

  it('add nothing to evidence that must be withheld, such as an address or a voucher', () => {
    const { personal } = oneOfEach.VoucherApplied as Extract<NdaEvent, { type: 'VoucherApplied' }>;
    const text = JSON.stringify(history);
    const leaked = [ADDRESS, personal?.voucherCode ?? '', 'Payment', 'Voucher', 'Case 12'].filter((secret) =>
      text.includes(secret),
    );
    expect(leaked).toEqual([]);
  });

  it('have their personal parts disclosed in evidence; in format 1 only if they have no origin', () => {
    for (const event of history.filter(isShown)) {
      const type = typeOf(event) as NdaEvent['type'];
      const { personal, origin }: EventDeclaration = ndaEvents[type];
      const isDisclosed = Object.keys(personal).length > 0 && (byStageOne === 0 || origin !== true);
      const { salt = '', ...rest } = event.disclosed ?? {};
      expect([type, Buffer.from(salt, 'base64').length, Object.keys(rest)]).toEqual([
        type,
        isDisclosed ? 32 : 0,
        isDisclosed ? ['personal'] : [],
      ]);
    }
  });
});
