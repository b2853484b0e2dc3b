import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import type { PageId } from '@siegel/contracts/pages';
import type { SiteView } from '@siegel/contracts/site';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { type PageOptions, renderPage } from '../../documents/render.js';
import { TEXTS } from '../../documents/texts.js';

type Facts = Partial<SiteView> & Partial<Pick<PageOptions, 'origin' | 'analytics'>>;

function rendered(page: PageId, asked: Language, facts: Facts = {}): Document {
  const { origin = 'https://siegel.example', analytics = 'tab', ...site } = facts;
  const html = renderPage({
    page,
    asked,
    site: { ...sampleSite, ...site },
    origin,
    analytics,
    year: 2026,
    assetsOf: () => ({ head: '/h.js', script: '/s.js', styles: [], fonts: [], preloads: [] }),
  });
  return new DOMParser().parseFromString(html, 'text/html');
}
const textOf = (...of: Parameters<typeof rendered>): string => rendered(...of).body.textContent ?? '';
const legal = (language: Language) => TEXTS[language].getFixedT(language, 'legal');

const READ = ['home', 'howItWorks', 'faq', 'about', 'contact', 'legal', 'privacy'] as const;

/**
 * Rewriting texts is an optional feature. Not every installation has it, so no page may promise it to
 * everybody.
 */
it.each(READ)('%s does not promise rewriting', (page) => {
  expect(textOf(page, 'de')).not.toMatch(/überarbeit|\bKI\b/i);
  expect(textOf(page, 'en')).not.toMatch(/rewrit|assistant|\bAI\b/i);
});

it.each(['home', 'howItWorks', 'faq', 'legal'] as const)(
  '%s names both ways of signing, with the price of the second one',
  (page) => {
    expect(textOf(page, 'de')).toMatch(/(selben|einem) (Gerät|Bildschirm).*einen Link.*1,99\s€ je Partei/s);
    expect(textOf(page, 'en')).toMatch(/(same|one) (device|screen).*a link.*€1\.99 for each party/s);
  },
);

it.each(['faq', 'legal'] as const)('%s names the price if Party 1 pays for both', (page) => {
  expect(textOf(page, 'de')).toMatch(/3,98\s€/);
  expect(textOf(page, 'en')).toMatch(/€3\.98/);
});

describe.each(LANGUAGES)('the instruction on withdrawal (%s)', (language) => {
  const instruction = (facts: Facts = {}) => rendered('legal', language, facts).querySelector('#withdrawal');

  it('names the operator in the instruction and in the model form, and links to the page of withdrawals', () => {
    const text = instruction()?.textContent ?? '';
    const { operatorName, operatorEmail } = sampleSite;
    for (const part of [operatorName, operatorEmail]) expect(text.split(String(part))).toHaveLength(3);
    const links = [...(instruction()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
    expect(links).toContain(language === 'de' ? '/withdraw' : '/withdraw?lang=en');
  });

  it('says if the operator is not configured', () =>
    expect(instruction({ operatorName: null })?.textContent).toContain(
      legal(language)('withdrawal.missing'),
    ));

  it.each(['home', 'legal', 'withdraw', 'verify', 'create', 'sign', 'dispute', 'notFound'] as const)(
    'has its page linked in the footer of %s',
    (page) => {
      const href = language === 'de' ? '/withdraw' : '/withdraw?lang=en';
      expect(
        rendered(page as PageId, language).querySelector(`.site-footer a[href="${href}"]`),
      ).not.toBeNull();
    },
  );
});

describe.each(LANGUAGES)('the privacy page (%s)', (language) => {
  const t = legal(language);
  const privacy = (facts: Facts = {}) => textOf('privacy', language, facts);
  const sections = (facts: Facts = {}) => [
    ...rendered('privacy', language, facts).querySelectorAll('.prose section'),
  ];

  it('has the nine sections, in their order', () => {
    const titles = sections().map((section) => section.querySelector('h2')?.textContent);
    const names = [
      'controller',
      'data',
      'purpose',
      'basis',
      'storage',
      'sharing',
      'rights',
      'security',
      'browser',
    ] as const;
    expect(titles).toEqual(names.map((name, index) => `${index + 1}. ${t(`privacy.${name}.title`)}`));
    expect(privacy()).toMatch(/Oktober 2025|October 2025/);
  });

  it('has no missing text', () => {
    for (const facts of [
      {},
      { retention: { draftDays: 1, visitorDays: 1, unfinishedDays: 1, completedDays: 1 } },
    ])
      expect(privacy(facts)).not.toMatch(/privacy\.\w+|\{\{|undefined/);
  });

  it('names the controller, or says that the details are missing', () => {
    const [known] = sections();
    expect(known?.textContent).toContain('Siegel GmbHSpeicherstraße 120457 Hamburg');
    expect(known?.querySelector('a[href="mailto:post@siegel.example"]')).not.toBeNull();
    expect(known?.textContent).not.toContain(t('privacy.controller.missing'));
    for (const missing of [{ operatorName: null }, { operatorAddress: [] }]) {
      const [section] = sections(missing);
      expect(section?.textContent).toContain(t('privacy.controller.missing'));
      expect(section?.querySelector('a[href$="#impressum"]')).not.toBeNull();
    }
  });

  it('names each receiver of data with its purpose, and no other receiver', () => {
    const receivers = [
      { role: 'payment', name: 'Bank AG' },
      { role: 'mail', name: 'mail.example' },
      { role: 'ai', name: 'KI-Labor' },
    ] as const;
    const named = (of: readonly (typeof receivers)[number][]) => {
      const text = privacy({ receivers: [...of], ai: null });
      return receivers.filter(({ name }) => text.includes(name));
    };
    expect(named([])).toEqual([]);
    expect(named(receivers)).toEqual(receivers);
    for (const receiver of receivers) {
      expect(named([receiver])).toEqual([receiver]);
      expect(privacy({ receivers: [receiver] })).toContain(
        t(`privacy.sharing.${receiver.role}`, { name: receiver.name }),
      );
    }
  });

  it('says if no money moves and if no provider receives payments or mails', () => {
    const [noMoney, noPayment, noMail] = [
      t('privacy.sharing.noMoney'),
      t('privacy.sharing.noPayment'),
      t('privacy.sharing.noMail'),
    ];
    const said = (facts: Facts) =>
      [noMoney, noPayment, noMail].filter((text) => privacy(facts).includes(text));
    expect(said({})).toEqual([noMoney, noPayment, noMail]);
    expect(
      said({
        payments: { provider: 'stripe', testMode: false },
        receivers: [
          { role: 'payment', name: 'Bank AG' },
          { role: 'mail', name: 'mail.example' },
        ],
      }),
    ).toEqual([]);
  });

  it('mentions rewriting only if it is configured', () => {
    expect(privacy()).not.toContain(t('privacy.data.ai'));
    expect(privacy({ ai: { provider: 'ai.example' } })).toContain(t('privacy.data.ai'));
  });

  it('names the configured periods', () => {
    const storage = (completedDays: number | null) =>
      sections({ retention: { draftDays: 14, visitorDays: 7, unfinishedDays: 90, completedDays } })[4]
        ?.textContent;
    expect(storage(null)).toContain(t('privacy.storage.drafts', { count: 14 }));
    expect(storage(null)).toContain(t('privacy.storage.visitors', { count: 7 }));
    expect(storage(null)).toContain(t('privacy.storage.halfSigned', { count: 90 }));
    expect(storage(null)).toContain(t('privacy.storage.completedKept'));
    expect(storage(400)).toContain(t('privacy.storage.completed', { count: 400 }));
    expect(storage(400)).not.toContain(t('privacy.storage.completedKept'));
    expect(storage(null)).not.toMatch(/\b30\b/);
  });

  it('lists the data that the browser stores, with analytics as configured', () => {
    for (const kept of ['check', 'draft', 'draftInTab'] as const)
      expect(privacy()).toContain(t(`privacy.browser.${kept}`));
    expect(privacy()).toContain(t('privacy.browser.analytics'));
    expect(privacy()).not.toContain(t('privacy.browser.analyticsMemory'));
    expect(privacy({ analytics: 'memory' })).toContain(t('privacy.browser.analyticsMemory'));
    expect(privacy({ analytics: 'memory' })).not.toContain(t('privacy.browser.analytics'));
  });

  it('claims an encrypted connection only if there is one', () => {
    expect(privacy()).toContain(t('privacy.security.encrypted'));
    expect(privacy({ origin: 'http://localhost:3000' })).not.toContain(t('privacy.security.encrypted'));
  });
});

describe.each(LANGUAGES)('the legal page (%s)', (language) => {
  const t = legal(language);

  it('explains how everybody can use the service and whom to contact, and the footer links to this', () => {
    const page = rendered('legal', language);
    const section = page.querySelector('#accessibility');
    expect(section?.textContent).toContain('WCAG');
    expect(section?.querySelector('a[href="mailto:post@siegel.example"]')).not.toBeNull();
    // This section comes after the imprint.
    const ids = [...page.querySelectorAll('.prose > section[id]')].map(({ id }) => id);
    expect(ids).toEqual(['withdrawal', 'impressum', 'accessibility']);
    expect(page.querySelector('.site-footer a[href$="#accessibility"]')).not.toBeNull();
  });

  it('links to the imprint if there is no e-mail address', () => {
    const section = rendered('legal', language, { operatorEmail: null }).querySelector('#accessibility');
    expect(section?.querySelector('a[href^="mailto:"]')).toBeNull();
    expect(section?.querySelector('a[href$="#impressum"]')).not.toBeNull();
  });

  it('describes VAT and payments as configured', () => {
    const taxes = [
      t('terms.noVat'),
      t('terms.vat', { rate: language === 'de' ? '8,1' : '8.1' }),
      t('terms.noMoney'),
    ];
    const said = (facts: Facts) => taxes.filter((text) => textOf('legal', language, facts).includes(text));
    const live = { provider: 'stripe', testMode: false } as const;
    expect(said({ vatRate: null })).toEqual([taxes[2]]);
    expect(said({ vatRate: 'none', payments: live })).toEqual([taxes[0]]);
    expect(said({ vatRate: 8.1, payments: live })).toEqual([taxes[1]]);
    for (const page of ['faq', 'howItWorks', 'home'] as const)
      expect(textOf(page, language, { vatRate: 'none' })).not.toMatch(/Umsatzsteuer|USt|VAT/);
  });
});
