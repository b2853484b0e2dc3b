import { createHash } from 'node:crypto';
import { ndaStream } from '#src/nda/nda.events';
import { KilledBackend } from '../faults/killed-backend.js';
import { signature, terms } from '../steps/samples.js';
import { mails } from '../steps/steps.js';

/** (rule:delivered-when-signed-and-paid) */
describe('a document, and a backend that is killed at each step of making it', () => {
  let backend: KilledBackend;
  beforeAll(async () => {
    backend = await KilledBackend.on();
    await backend.serve();
  });
  afterAll(() => backend.remove());

  it('is sealed once, as the events record it, is sent once to each party, and is authentic', async () => {
    const [party1, admin] = [backend.customer(), await backend.admin()];
    const id = String((await party1.ask('POST', '/api/ndas', terms)).body['id']);
    const first = { signatureMode: 'in-person', party1PaysForBoth: true };
    await party1.ask('POST', `/api/ndas/${id}/sign`, { partyNumber: '1', signature: signature(1), ...first });
    await party1.ask('POST', `/api/ndas/${id}/sign`, { partyNumber: '2', signature: signature(2) });
    const { body: voucher } = await admin.ask('POST', '/api/admin/vouchers', {});
    await backend.watch('event_store.events', 'sealed_blobs', 'seal_certificates', 'mailbox_messages');
    const stream = ndaStream(id);
    await backend.end('SIGKILL');
    const paid = party1.ask('POST', `/api/ndas/${id}/apply-voucher`, {
      voucherCode: String(voucher['code']),
    });
    const typesOf = async () => (await backend.erasure(stream)).types;
    const kills = await backend.killed([stream], async () => (await typesOf()).includes('NdaSent'));
    await paid;
    const types = await typesOf();
    const made = types.slice(types.indexOf('VoucherApplied'));
    expect(made).toEqual(['VoucherApplied', 'DocumentSealed', 'DocumentSent', 'DocumentSent', 'NdaSent']);
    expect(kills).toEqual(expect.arrayContaining(['INSERT seal_certificates: committed']));
    expect(kills.length).toBeGreaterThanOrEqual(12);

    await backend.end('SIGTERM');
    await backend.writes.stop([]);
    const { url, browser } = await backend.serve();
    const attached = (await mails(browser())).flatMap(({ attachments }) =>
      attachments.filter(({ contentType }) => contentType === 'application/pdf'),
    );
    const files = await Promise.all(
      attached.map(async (file) => Buffer.from(await (await fetch(new URL(file.url, url))).arrayBuffer())),
    );
    const hashes = files.map((file) => createHash('sha256').update(file).digest('hex'));
    expect([files.length, new Set(hashes).size]).toEqual([2, 1]);
    const body = new Uint8Array(files[0] ?? []);
    const headers = { 'content-type': 'application/pdf' };
    const answer = await fetch(`${url}/api/verify`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ verdict: 'authentic', ndaId: id });
  });
});
