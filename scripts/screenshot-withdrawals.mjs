// Pictures of the page on which a customer withdraws from a contract.
import { refuse } from './screenshot-answers.mjs';

/**
 * Number of declarations so far. Each declaration uses another mailbox, because a mailbox gets at most three
 * receipts a day.
 */
let declarations = 0;

const next = (page) => page.locator('main .button-primary').click();

async function fill(page, { mailbox = 'katharina@example.org', ...texts } = {}) {
  const all = {
    name: 'Katharina Brandstetter',
    email: mailbox.replace('@', `.${(declarations += 1)}@`),
    reference: 'S-MZXW6YTBOI',
    message: 'Versehentlich zweimal bestellt.',
    ...texts,
  };
  for (const [field, text] of Object.entries(all)) await page.locator(`#withdrawal-${field}`).fill(text);
}

/** Fills in a withdrawal and continues to the page where the customer reviews the inputs. */
async function declare(page, texts) {
  await fill(page, texts);
  await next(page);
  await page.locator('main .key-values').waitFor();
}

const confirmed = (shown) => async (page) => {
  await next(page);
  await page.locator(shown).first().waitFor();
};
const RECEIVED = 'main time';
const FAILED = 'main .notice-bad';

/** These inputs are as long as the longest inputs of real people. */
const LONG = {
  mailbox: `${'maximiliane.charlotte.'.repeat(2)}hohenstein@rechtsanwaltskammer-beispiel-hohenlohe.example.org`,
  name: 'Prof. Dr. Dr. Maximiliane Charlotte Freifrau von Hohenstein-Waldenburg zu Sayn-Berleburg und Wittgenstein',
  reference: 'Bestellung vom 14. November, bezahlt mit PayPal, Vereinbarung „Faltbarer Fahrradanhänger“',
  message: `${'Bitte bestätigen Sie den Eingang.\n'.repeat(6)}${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`,
};
const tooMuch = async (page) => {
  await fill(page, { name: 'Katharina '.repeat(13), email: 'katharina@', reference: 'x'.repeat(201) });
  await page.locator('#withdrawal-message').fill('Zweimal bestellt. '.repeat(300));
  await next(page);
  await page.locator('main .field-error').first().waitFor();
};

const WITHHELD = { number: 'W-MZXW6YTBOI', receivedAt: '2026-11-14T07:02:31.000Z', mail: 'withheld' };
/** The service's message if there are too many withdrawals. It contains the operator's address. */
const TOO_MANY = {
  de: 'Zurzeit kommen hier zu viele Widerrufe an. Ihr Widerruf ist nicht eingegangen. Erklären Sie ihn bitte auf anderem Weg: Siegel Beispielbetrieb, Musterstraße 1, 79098 Freiburg im Breisgau, kontakt@siegel.example, Telefon +49 761 123456.',
  en: 'Too many withdrawals are coming in here at the moment. Yours was not received. Please declare it in another way: Siegel Beispielbetrieb, Musterstraße 1, 79098 Freiburg im Breisgau, kontakt@siegel.example, telephone +49 761 123456.',
};
const CALL = '**/api/withdrawals';

/**
 * The pages after a declaration. Responses for too many declarations are faked, because it would take many
 * declarations to reach a limit.
 */
const AFTER = {
  done: { shown: RECEIVED },
  'done-long': { shown: RECEIVED, texts: LONG },
  'done-printed': { shown: RECEIVED, then: (page) => page.emulateMedia({ media: 'print' }) },
  withheld: {
    shown: RECEIVED,
    answer: (page) => page.route(CALL, (route) => route.fulfill({ status: 202, json: WITHHELD })),
  },
  refused: { shown: FAILED, answer: (page) => refuse(page, CALL, 'rate_limited', TOO_MANY) },
  unavailable: { shown: FAILED, answer: (page) => refuse(page, CALL, 'unavailable') },
  'without-answer': { shown: FAILED, answer: (page) => page.route(CALL, (route) => route.abort()) },
  sending: { shown: '[aria-busy=true]', answer: (page) => page.route(CALL, () => undefined) },
};

export const WITHDRAWAL_STATES = [
  { name: 'withdraw' },
  { name: 'withdraw-filled', act: (page) => fill(page) },
  { name: 'withdraw-errors', act: next },
  { name: 'withdraw-too-much', act: tooMuch },
  { name: 'withdraw-review', act: (page) => declare(page) },
  ...Object.entries(AFTER).map(([name, { shown, texts, answer, then }]) => ({
    name: `withdraw-${name}`,
    act: async (page) => {
      await answer?.(page);
      await declare(page, texts);
      await confirmed(shown)(page);
      await then?.(page);
    },
  })),
].map((state) => ({ path: () => '/withdraw', fails: true, ...state }));
