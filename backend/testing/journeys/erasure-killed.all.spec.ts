import { ndaStream } from '#src/nda/nda.events';
import { expectErased, expectInOrder } from '../log/erasure-on-record.js';
import { KilledBackend } from '../faults/killed-backend.js';
import { terms } from '../steps/samples.js';

/**
 * Tests only one of the many steps that `erasure-killed.long.spec.ts` tests
 * (rule:erasures-survive-a-restore).
 */
describe('a backend that is killed between the line of an erasure and its event', () => {
  let backend: KilledBackend;
  beforeAll(async () => {
    backend = await KilledBackend.on();
    await backend.serve();
  });
  afterAll(() => backend.remove());

  it('finishes it at its next start, using the receipt in that line', async () => {
    const [party1, admin] = [backend.customer(), await backend.admin()];
    const id = String((await party1.ask('POST', '/api/ndas', terms)).body['id']);
    const stream = ndaStream(id);
    await backend.watch('event_store.events');
    await backend.end('SIGKILL');
    const asked = admin.ask('DELETE', `/api/admin/ndas/${id}`);
    const kills = await backend.killed(
      ['no stream'],
      async () => (await backend.erasure(stream)).recorded.length > 0,
      {
        inFiles: [['erasures', 'whole']],
        check: async () => {
          const found = await backend.erasure(stream);
          expectInOrder(found);
          expect([found.lines.length, found.recorded]).toEqual([1, []]);
        },
      },
    );
    await asked;
    expect(kills).toEqual(['erasures whole']);
    const found = await backend.erasure(stream);
    expect(found.types).toEqual(['NdaCreated', 'NdaErased', 'NdaKeyDestroyed']);
    expectErased(found, backend.secrets.checkpointKeys[0]);
  });
});
