// Attacks on the log of a running host, and the procedures that repair it. Used by test-operations.mjs.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './people.mjs';

/** Maximum number of milliseconds until the repair is noticed everywhere, on an idle machine. */
const ENDED_MS = 180_000;
/** The metrics about broken streams, and about the obligation to repair them. */
const BROKEN = /^(siegel_closed_streams\{|obligations_open\{.*kind="tampering")/;
const streamOf = ({ id }) => `nda-${id}`;

/** Runs SQL as somebody who can write rows. */
const attack = (host, sql) =>
  host.must(
    'the attack',
    `$AS_POSTGRES psql --quiet --set=ON_ERROR_STOP=1 --dbname="$DATABASE" <<'SQL'\n${sql}\nSQL`,
  );

/** Inserts an event at the end of the stream, alters one and deletes one. */
const attackOn = (nda) => `
INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
  SELECT stream, (SELECT max(revision) + 1 FROM event_store.events WHERE stream = '${streamOf(nda)}'),
    gen_random_uuid(), 'NdaErased.v1', data, metadata FROM event_store.events WHERE stream = '${streamOf(nda)}' AND revision = 1;
UPDATE event_store.events SET data = convert_to('{"open":{}}', 'UTF8') WHERE stream = '${streamOf(nda)}' AND revision = 1;
DELETE FROM event_store.events WHERE stream = '${streamOf(nda)}' AND revision = 2;`;

const act = (people, { id, cookie }) =>
  people.call('POST', `/api/ndas/${id}/create-payment-intent`, {
    body: { partyNumber: '1', paymentMode: 'split' },
    cookie,
  });

async function expectClosed(people, nda) {
  const { status, bytes } = await act(people, nda);
  assert.deepEqual([status, JSON.parse(bytes.toString('utf8')).code], [503, 'stream_untrusted']);
}

async function expectOpen(people, nda) {
  assert.notEqual((await act(people, nda)).status, 503);
  assert.equal(await people.verdict(nda.document), 'authentic');
}

/** Follows the page, from the places that it lists to the restart with another password. */
async function followThePage({ host, people }, nda) {
  const [, stream] = /(nda-[0-9a-f-]{36})@\d+/.exec(await host.run('repair-places')) ?? [];
  assert.equal(stream, streamOf(nda), 'the list names the stream');
  await host.run('repair-password');
  const env = { STREAM: stream };
  assert.match(await host.run('repair-look', env), /can be repaired/);
  const said = await host.run('repair', env);
  assert.match(said, /repaired, and open again/);
  assert.match(said, /: whole/);
  await host.run('repair-restart');
  await expectOpen(people, nda);
}

/**
 * Follows the page from the alert on a stream that was attacked to a stream that works, and then on a list of them.
 * The backends keep running until a stream is repaired. Then nothing of the attack is left.
 */
export async function repairAttacked(drill) {
  const { host, people, kept, check, faults } = drill;
  const [one, two, three] = [await people.agreed(), await people.agreed(), await people.agreed()];
  await host.run('backup');
  await check('repair: from the alert, after an inserted, an altered and a deleted event', async () => {
    await faults.found({
      make: () => attack(host, attackOn(one)),
      act: () => expectClosed(people, one),
      alert: 'SiegelTamperingFound',
      line: 'tampering',
      also: ['obligations', 'jobs'],
      mend: () => followThePage(drill, one),
    });
    await until(
      'nothing is broken or owed any more',
      async () => {
        const told = (await faults.scrape()).filter(([series]) => BROKEN.test(series));
        return told.length > 0 && told.every(([, value]) => Number(value) === 0);
      },
      ENDED_MS,
    );
  });
  await check('repair-list: after the same in two streams', async () => {
    await attack(host, [two, three].map(attackOn).join('\n'));
    for (const nda of [two, three]) await expectClosed(people, nda);
    await host.run('repair-look', { STREAM: streamOf(two) });
    const streams = join(host.folder, 'streams');
    writeFileSync(streams, `${[two, three].map(streamOf).join('\n')}\n`);
    assert.match(await host.run('repair-list', { STREAMS: streams }), /2 streams: 2 repaired\./);
    for (const nda of [two, three]) await expectOpen(people, nda);
    await host.must('the log is whole', 'siegel verify:log');
    kept.push(one, two, three);
  });
}

/**
 * Deletes the end of a stream of which no backup exists. Then the stream is ended for good, and its key
 * destroyed.
 */
export async function endAttacked({ host, people, check }) {
  await check('repair-end: after the loss of an event', async () => {
    const lost = await people.agreed();
    const cookie = await people.session(host.secret('admin-password'));
    assert.equal((await people.call('POST', '/api/audit/checkpoints', { cookie })).status, 201);
    const stream = streamOf(lost);
    await attack(
      host,
      `DELETE FROM event_store.events WHERE stream = '${stream}'
         AND revision = (SELECT max(revision) FROM event_store.events WHERE stream = '${stream}');`,
    );
    assert.match(await host.run('repair-end', { STREAM: stream }), /ended by the operator/);
    await expectClosed(people, lost);
    assert.match(await host.run('repair-destroy-key', { STREAM: stream }), /The key of .* is destroyed/);
  });
}
