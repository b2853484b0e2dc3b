// Attacks on the log of a running host, and the procedures that repair it. Used by test-operations.mjs.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const streamOf = ({ id }) => `nda-${id}`;

/** Runs SQL as somebody who can write rows. */
const attack = (host, sql, database = '$DATABASE') =>
  host.must(
    'the attack',
    `$AS_POSTGRES psql --quiet --set=ON_ERROR_STOP=1 --dbname="${database}" <<'SQL'\n${sql}\nSQL`,
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

/**
 * Follows the page on a stream that was attacked, and on a list of them. The backends keep running. Then
 * nothing of the attack is left.
 */
export async function repairAttacked({ host, people, kept, check }) {
  await check('repair: after an inserted, an altered and a deleted event', async () => {
    const [one, two, three] = [await people.agreed(), await people.agreed(), await people.agreed()];
    await host.run('backup');
    await attack(host, attackOn(one));
    await expectClosed(people, one);
    const env = { STREAM: streamOf(one) };
    assert.match(await host.run('repair-look', env), /can be repaired/);
    await expectClosed(people, one);
    const said = await host.run('repair', env);
    assert.match(said, /repaired, and open again/);
    assert.match(said, /: whole/);
    await expectOpen(people, one);
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
export async function endAttacked({ host, people, check }, database) {
  await check('repair-end: after the loss of an event', async () => {
    const lost = await people.agreed();
    const cookie = await people.session(host.secret('admin-password'));
    assert.equal((await people.call('POST', '/api/audit/checkpoints', { cookie })).status, 201);
    const stream = streamOf(lost);
    await attack(
      host,
      `DELETE FROM event_store.events WHERE stream = '${stream}'
         AND revision = (SELECT max(revision) FROM event_store.events WHERE stream = '${stream}');`,
      database,
    );
    assert.match(await host.run('repair-end', { STREAM: stream }), /ended by the operator/);
    await expectClosed(people, lost);
    assert.match(await host.run('repair-destroy-key', { STREAM: stream }), /The key of .* is destroyed/);
  });
}
