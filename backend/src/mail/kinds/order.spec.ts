import { PAY_CONSENT_WORDINGS, payConsentTexts } from '@siegel/contracts/agreement/consent';
import { LANGUAGES } from '@siegel/contracts/enums';
import { PRICE_PER_PARTY } from '@siegel/contracts/limits';
import { orderOf, sampleSite } from '../testing/sample-mails.js';
import { type OrderMailInput, orderMail } from './order.js';

const textOf = (change: Partial<OrderMailInput> = {}): string =>
  orderMail({ ...orderOf('de'), ...change }).text.replaceAll('\u00a0', ' ');
/** Returns the total that the mail states, with the statement about VAT. */
const totalWith = (vatRate: typeof sampleSite.vatRate, amount = PRICE_PER_PARTY): string =>
  /Gesamtpreis: (.*(?:\n .*)*)/
    .exec(textOf({ amount, site: { ...sampleSite, vatRate } }))?.[1]
    ?.replace(/\s+/g, ' ') ?? '';

describe('an order confirmation', () => {
  it.each([
    [19, '1,99 € darin 19 % USt.: 0,32 €'],
    [8.1, '1,99 € darin 8,1 % USt.: 0,15 €'],
    ['none', '1,99 € Umsatzsteuer wird nach § 19 UStG nicht erhoben.'],
    [null, '1,99 €'],
  ] as const)('states VAT as configured: %s', (rate, words) => expect(totalWith(rate)).toBe(words));

  it('states order, provider, card and payment', () => {
    const { number, paymentId } = orderOf('de');
    for (const words of [
      number,
      paymentId,
      'Endziffern 4242',
      ...sampleSite.operatorLines,
      sampleSite.contact,
    ])
      expect(textOf()).toContain(words);
    expect(textOf({ cardLastDigits: null })).toContain('Bezahlt mit: Karte\n');
  });

  it.each(PAY_CONSENT_WORDINGS)('repeats the exact words of the consent: %s', (wording) => {
    for (const language of LANGUAGES) {
      const { text } = orderMail({
        ...orderOf(language),
        consent: { wording, at: '2026-11-12T13:35:58.000Z' },
      });
      const { earlyPerformance, pay } = payConsentTexts(wording, language) ?? {};
      expect(text).toContain(earlyPerformance);
      expect(text).toContain(pay);
    }
  });

  it('does not mention a consent that is not on record', () => {
    expect(textOf({ consent: null })).not.toMatch(/Ihre Erklärung|Bestellt am:/);
    expect(payConsentTexts('toString', 'de')).toBeUndefined();
  });

  it("contains instruction and model form, and links to the page with the order's number", () => {
    const text = textOf();
    for (const words of ['Widerrufsrecht: ', 'Folgen des Widerrufs: ', 'Muster-Widerrufsformular: '])
      expect(text).toContain(words);
    expect(text).toContain(`https://siegel.example/withdraw?lang=de#order=${orderOf('de').number}`);
  });

  it('says that no money was paid', () => {
    expect(textOf()).not.toContain('Test');
    expect(textOf({ sandbox: true })).toContain('Es wurde nichts abgebucht.');
  });
});
