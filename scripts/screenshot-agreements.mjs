// Creates the agreements that the screenshots show.
import { setTimeout as pause } from 'node:timers/promises';
import { timeFactor } from './time-factor.mjs';

/** @throws Error unless the response is 2xx */
export async function ask(client, method, path, data) {
  const answer = await client.fetch(path, { method, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer;
}
export const askJson = async (...call) => (await ask(...call)).json();

/** Maximum number of milliseconds until a paid agreement is sent. */
const SENT_MS = 60_000;

/** Polls until there is a result. @throws Error if none comes in time */
async function untilThere(what, poll) {
  const until = Date.now() + SENT_MS * timeFactor();
  for (;;) {
    const found = await poll();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`${what} was not sent`);
    await pause(100);
  }
}

async function pay(client, id, { EXAMPLES }) {
  const { clientSecret, paymentIntentId } = await askJson(
    client,
    'POST',
    `/api/ndas/${id}/create-payment-intent`,
    EXAMPLES.createPaymentIntent.party1,
  );
  await ask(
    client,
    'POST',
    `/api/sandbox/payments/${clientSecret}/confirm`,
    EXAMPLES.confirmSandboxPayment.succeeds,
  );
  await ask(client, 'POST', `/api/ndas/${id}/confirm-payment`, { paymentIntentId });
}

/** Makes Party 1 sign with a typed name. */
async function signFirst(client, id, { EXAMPLES }, how = {}) {
  const { agreementHash } = await askJson(client, 'GET', `/api/ndas/${id}`);
  const { signature } = await askJson(client, 'POST', '/api/signatures/typed', EXAMPLES.writeTypedName.name);
  await ask(client, 'POST', `/api/ndas/${id}/sign`, {
    ...EXAMPLES.signNda.party1,
    ...how,
    signature,
    signatureKind: 'typed',
    agreementHash,
  });
  return id;
}

/** Sends an invitation. @returns the path of the link in the invitation's mail */
async function invite(client, id, samples) {
  await signFirst(client, id, samples, { signatureMode: 'remote', party1PaysForBoth: true });
  await pay(client, id, samples);
  const { party2Email } = await askJson(client, 'GET', `/api/ndas/${id}`);
  return untilThere('the invitation', async () => {
    const mails = await askJson(client, 'GET', '/dev/mailbox/messages');
    const texts = mails.filter(({ to }) => to.includes(party2Email)).map(({ text }) => text);
    const link = texts.map((text) => /\S+\/sign\/\S+/.exec(text)?.[0]).find(Boolean);
    return link && new URL(link).pathname;
  });
}

/**
 * Creates agreements in one language: four at different stages, one that will be erased, one that will be
 * placed under a legal hold, and three that will be closed. Also returns the links of invitations, the
 * documents of the agreements that were sent, and Party 1's cookies.
 */
export async function prepare(client, language, samples) {
  const { EXAMPLES, SAMPLES } = samples;
  const make = async (own = {}) =>
    (await askJson(client, 'POST', '/api/ndas', { ...SAMPLES[language], ...own })).id;
  const sign = async (id) => {
    const { agreementHash } = await askJson(client, 'GET', `/api/ndas/${id}`);
    for (const party of [EXAMPLES.signNda.party1, EXAMPLES.signNda.party2])
      await ask(client, 'POST', `/api/ndas/${id}/sign`, { ...party, agreementHash });
    return id;
  };
  const [open, signed, sent] = [await make(), await sign(await make()), await sign(await make())];
  const [erased, held] = [await sign(await make()), await sign(await make())];
  const half = await signFirst(client, await make(), samples);
  const inviteAs = async (name) => {
    const id = await make({ party2Email: `${name}.${language}@example.org` });
    return [id, await invite(client, id, samples)];
  };
  const [, link] = await inviteAs('thomas');
  const [closedInvited, closedLink] = await inviteAs('theo');
  const closedHalf = await signFirst(client, await make(), samples);
  const closed = await sign(await make());
  const documentOf = async (id) => {
    await pay(client, id, samples);
    await untilThere('the document', async () => {
      const { status } = await askJson(client, 'GET', `/api/ndas/${id}`);
      return status === 'sent' ? status : undefined;
    });
    return (await ask(client, 'GET', `/api/ndas/${id}/pdf`)).body();
  };
  const [pdf, closedPdf] = [await documentOf(sent), await documentOf(closed)];
  const storageState = await client.storageState();
  await client.dispose();
  const remembered = (currentStep) => ({
    name: 'nda-form-state',
    value: JSON.stringify({ currentStep, ndaId: open, formData: { ...SAMPLES[language], penalty: '25k' } }),
  });
  const toClose = { closed, closedInvited, closedHalf };
  const toShow = { open, half, signed, sent, erased, held, link, pdf, closedLink, closedPdf, ...toClose };
  // The link of an invitation counts as long as only a later event is altered.
  const toAlter = [closed, closedHalf].map((id) => [id, 1]);
  return { ...toShow, storageState, remembered, toClose: [...toAlter, [closedInvited, null]] };
}
