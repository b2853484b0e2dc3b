// Checks how nginx handles request bodies. nginx must refuse a body that is too large, with a problem
// document in the client's language. Also checks that nginx passes the request's host on to the backend.
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';

const problemOf = ({ status, headers, body }) => {
  assert.match(headers['content-type'], /application\/problem\+json/);
  return { status, ...JSON.parse(body) };
};

/** @param service with `check`, `call`, and nginx's `folder` */
export async function bodyChecks({ check, call, folder }) {
  const { ERRORS } = await import('../../contracts/dist/errors.js');
  const { SAMPLES } = await import('../../contracts/dist/testing/sample-terms.js');
  const terms = SAMPLES.en;
  const { BODY_MAX_BYTES, VERIFY_MAX_BYTES } = await import('../../contracts/dist/limits.js');
  /** Returns a body of JSON that has this many bytes. */
  const sized = (bytes) => ({ title: 'x'.repeat(bytes - JSON.stringify({ title: '' }).length) });
  const pdf = { 'content-type': 'application/pdf' };

  await check('a body that is larger than the service accepts is refused in both languages', async () => {
    for (const [path, bytes] of [
      ['/api/ndas', BODY_MAX_BYTES + 1],
      ['/api/ndas', 3 * BODY_MAX_BYTES],
      ['/api/verify', VERIFY_MAX_BYTES + 1],
      ['/faq', 20_000],
      ['/sign/some-token', 20_000],
    ])
      for (const language of ['de', 'en']) {
        const headers = { 'accept-language': language };
        const answer = await call(path, { method: 'POST', body: sized(bytes), headers });
        const { status, code, message } = problemOf(answer);
        assert.deepEqual(
          { path, bytes, status, code, message },
          { path, bytes, status: 413, code: 'body_too_large', message: ERRORS.body_too_large[language] },
        );
      }
  });

  await check('the largest body that the service accepts reaches the service', async () => {
    const json = await call('/api/ndas', { method: 'POST', body: sized(BODY_MAX_BYTES) });
    assert.equal(problemOf(json).code, 'validation_failed');
    const file = await call('/api/verify', { method: 'POST', body: sized(VERIFY_MAX_BYTES), headers: pdf });
    assert.equal(file.status, 200);
  });

  await check('a folder of bodies that takes no more is reported as unavailable', async () => {
    const [place, aside] = [join(folder, 'client_body'), join(folder, 'aside')];
    renameSync(place, aside);
    const headers = { 'accept-language': 'en' };
    const answer = await call('/api/ndas', { method: 'POST', body: sized(100_000), headers });
    renameSync(aside, place);
    assert.deepEqual([problemOf(answer).status, problemOf(answer).message], [503, ERRORS.unavailable.en]);
  });

  await check('the backend gets the host and the port that the client names', async () => {
    const origin = { origin: 'http://siegel.lan:8123' };
    const answers = ['siegel.lan:8123', 'siegel.lan', 'siegel.lan:81'].map((host) =>
      call('/api/ndas', { method: 'POST', body: terms, headers: { ...origin, host } }),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 403, 403]);
  });
}
