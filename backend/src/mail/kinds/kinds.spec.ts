import { MAIL_KINDS } from '@siegel/contracts/enums';
import { otherWords } from '@siegel/contracts/testing/words';
import {
  orderOf,
  type SampleMail,
  sampleInvitation,
  sampleMails,
  sampleSite,
  sampleWithdrawal,
} from '../testing/sample-mails.js';
import { cancellationMail } from './cancellation.js';
import { continueMail } from './continue.js';
import { correctionMail } from './correction.js';
import { deliveryProblemMail } from './delivery-problem.js';
import { type DigestKind, digestMail } from './digest.js';
import { disputeMail } from './dispute.js';
import { expiryMail } from './expiry.js';
import { invitationMail } from './invitation.js';
import type { InvitationMailInput } from './invitation-facts.js';
import { orderMail } from './order.js';
import { reminderMail } from './reminder.js';
import { withdrawalMail } from './withdrawal.js';

const LINK = /https?:\/\/[^\s"<>]+/g;
const readable = (html: string): string =>
  html
    .replace(/<wbr>|<\/?span[^>]*>|\u00ad/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
const previewOf = (html: string): string => /<div style="display:none[^>]*>([^<]*)</.exec(html)?.[1] ?? '';

const EVIL = `Eve <img src=x onerror="alert('1')">\r\nBcc: x@example.org\u202e`;
const MARK = 'Zitronenfalter';

it.each(MAIL_KINDS)(
  'the mail %s has a sample (else: write one below its kind in backend/src/mail/testing/sample-mails.ts)',
  (kind) => expect(sampleMails().map((sample) => sample.kind)).toContain(kind),
);

describe.each(sampleMails().map((sample): [string, SampleMail] => [sample.name, sample]))(
  '%s',
  (name, sample) => {
    const { language, mail } = sample;
    const links = [...new Set(mail.text.match(LINK))];

    it('says the same in text and in HTML', () => {
      const html = readable(mail.html);
      const lines = mail.text.split('\n').filter((line) => line !== '' && line !== '-- ');
      for (const line of lines) {
        const [, label = line, value] = /^([^:]{2,60}): (.+)$/.exec(line) ?? [];
        for (const part of [label, value ?? ''])
          expect(html).toContain(part.replace(/:$/, '').replace(/\s+/g, ' '));
      }
    });

    it('links only to pages in its own language, with each address as text', () => {
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        // API links are for programs, so they have no `lang` parameter.
        if (!new URL(link).pathname.startsWith('/api/'))
          expect(new URL(link).searchParams.get('lang')).toBe(language);
        const attribute = link.replaceAll('&', '&amp;');
        expect(mail.html).toContain(`href="${attribute}"`);
        expect(mail.html.replaceAll('<wbr>', '')).toContain(`>${attribute}</a>`);
      }
    });

    it('consists only of tables and inline styles, and declares its language', () => {
      expect(mail.html).toContain(`<html lang="${language}">`);
      expect(mail.html).not.toMatch(/<style|@media|<img|<script|<link|class=/);
      expect(`${mail.html}${mail.text}${mail.subject}`).not.toMatch(/undefined|\[object|\bnull\b|NaN/);
    });

    it('has a header for declining if it can be declined, and only then', () => {
      const canBeDeclined = links.some((link) => new URL(link).pathname.startsWith('/reminders/'));
      expect('List-Unsubscribe' in mail.headers).toBe(canBeDeclined);
    });

    it('keeps answering machines from replying', () =>
      expect(mail.headers['Auto-Submitted']).toBe('auto-generated'));

    it('uses the words of the glossary', () =>
      expect(otherWords(language, [mail.subject, mail.text, previewOf(mail.html)])).toEqual([]));

    it('has no visible soft hyphen', () => expect(`${mail.subject}${mail.text}`).not.toContain('\u00ad'));

    it('advertises nothing', () => {
      // Mails must not offer Party 2 another agreement, so they link neither the home page nor pages about
      // the service.
      const pages = links.map((link) => new URL(link).pathname);
      expect(pages.filter((path) => /^\/(create|faq|how-it-works|about)?$/.test(path))).toEqual([]);
      expect(name).toBe(sample.name);
    });
  },
);

describe.each(['de', 'en'] as const)('text that people typed (%s)', (language) => {
  const site = sampleSite;
  const typed = (text: string) => {
    const at = '2026-11-12T13:35:00.000Z';
    const ndaUrl = `${site.publicUrl}/nda/1`;
    const of = { language, site, party1: text, party2: text, ideaTitle: text, ndaUrl };
    const invitation = {
      ...sampleInvitation(language),
      inviter: { name: text, address: 'a@example.org', company: text },
      recipient: text,
      ideaTitle: text,
    };
    return {
      invitation: invitationMail(invitation),
      reminder: reminderMail({ ...invitation, daysLeft: 1 }),
      order: orderMail({ ...orderOf(language), name: text }),
      cancellation: cancellationMail({ ...of, sharePaid: true }),
      correction: correctionMail(of),
      expiry: expiryMail({ ...of, expiredAt: at, undelivered: false }),
      undelivered: expiryMail({ ...of, expiredAt: at, undelivered: true }),
      problem: deliveryProblemMail({
        ...of,
        address: text,
        kind: 'reminder',
        asSpam: true,
        canCorrect: false,
      }),
      dispute: disputeMail({ ...of, signedAt: at, disputedAt: at }),
      withdrawal: withdrawalMail({
        ...sampleWithdrawal(language),
        reference: text,
        written: { name: text, email: text, message: text },
      }),
    };
  };

  it('is in neither subject nor preview', () => {
    for (const mail of Object.values(typed(MARK))) {
      expect(mail.text).toContain(MARK);
      expect(`${mail.subject}${previewOf(mail.html)}`).not.toContain(MARK);
    }
  });

  it('is escaped and stays in its line', () => {
    for (const { html, text, replyTo } of Object.values(typed(EVIL))) {
      expect(html).not.toContain('<img');
      expect(html).not.toContain('\u202e');
      expect(text).not.toMatch(/^Bcc:/m);
      expect(replyTo?.name ?? '').not.toMatch(/[\r\n\u202e]/);
    }
  });
});

describe.each(['de', 'en'] as const)('the receipt of a withdrawal (%s)', (language) => {
  const sample = sampleWithdrawal(language);
  const written = { name: 'Grace Hopper', email: 'grace@example.org', message: 'Eins.\nZwei.' };
  const input = { ...sample, written };
  const { subject, text } = withdrawalMail(input);
  const WORDS = {
    de: ['Sie haben den Vertrag S-K5XG2ZLDMU widerrufen.', 'Sie haben einen Vertrag widerrufen.'],
    en: ['You have withdrawn from the contract S-K5XG2ZLDMU.', 'You have withdrawn from a contract.'],
  };
  const [withNumber = '', withoutNumber = ''] = WORDS[language];

  it('contains the whole declaration, and states the minute of its receipt', () => {
    for (const part of [input.number, withNumber, input.reference, written.name, 'Eins.\n  Zwei.'])
      expect(text).toContain(part);
    expect(text.replaceAll('\u200b', '')).toContain(written.email);
    expect(text.replaceAll('\u00a0', ' ')).toMatch(
      language === 'de'
        ? /Eingegangen: 14\. November 2026, 08:02 Uhr/
        : /Received: 14 November 2026, 8:02 AM/,
    );
    expect(subject).toContain(input.number);
  });

  it('has no line for a missing message', () =>
    expect(withdrawalMail({ ...input, written: { ...written, message: null } }).text).not.toMatch(
      /Mitteilung|Message/,
    ));

  it("states the declaration in our words to others, and repeats none of the sender's words", () => {
    const reference = `KONTO GESPERRT ${MARK} https://evil.example/login`;
    for (const mail of [
      withdrawalMail({ ...sample, reference, written: null }),
      withdrawalMail({ ...sample, written: null }),
    ]) {
      expect(mail.text).toContain(input.number);
      expect(`${mail.text}${mail.html}`).not.toMatch(new RegExp(`${MARK}|KONTO|evil|Grace|Hopper`));
      expect(mail.text).toMatch(/^(?:Guten Tag|Hello),$/m);
    }
    expect(withdrawalMail({ ...sample, reference, written: null }).text).toContain(withoutNumber);
    expect(withdrawalMail({ ...sample, written: null }).text).toContain(withNumber);
  });

  it("turns none of the sender's text into a link, and omits no letter of it", () => {
    const evil = 'https://evil.example/login www.evil.example evil.example/x a@evil.example b。example';
    const mail = withdrawalMail({
      ...sample,
      reference: evil,
      written: { name: evil, email: 'a@evil.example', message: `${evil}\n${evil}` },
    });
    const shown = readable(mail.html);
    for (const content of [mail.text, mail.html])
      expect(content).not.toMatch(/https?:\/\/evil|\w\.evil|evil\.example|\w@\w*evil|b。e|href="[^"]*evil/);
    for (const content of [mail.text, shown])
      expect(content.replaceAll('\u200b', '').split(evil).length - 1).toBe(5);
  });
});

describe('invitation', () => {
  const input = sampleInvitation('de');
  const text = (change: Partial<typeof input>): string => invitationMail({ ...input, ...change }).text;

  it('says who pays, by mode', () => {
    expect(text({})).toContain('Kosten: Für Sie kostenlos\n');
    const share = { cents: 199, paid: false };
    expect(text({ share })).toContain(
      'Kosten: Ihr Anteil: 1,99\u00a0€, zu zahlen nach dem Lesen und vor dem Unterschreiben\n',
    );
    expect(text({ share })).not.toContain('kostenlos');
    expect(invitationMail({ ...input, share }).html).not.toContain('kostenlos');
    expect(text({ share, site: { ...sampleSite, testMode: true } })).toContain(
      'Testbetrieb, es fließt kein Geld',
    );
    expect(text({ share: { cents: 199, paid: true } })).toContain('Ihr Anteil von 1,99\u00a0€ ist bezahlt');
  });

  it('names the idea, the inviter and the expiry', () => {
    expect(text({})).toContain('Von: Katharina Brandstetter, Brandstetter Mobilität GmbH');
    expect(text({ inviter: { ...input.inviter, company: null } })).toContain('Von: Katharina Brandstetter\n');
    expect(text({})).toContain('Link gültig bis: 19.\u00a0November\u00a02026, 14:36\u00a0Uhr');
    expect(text({})).toContain(`${input.declineUrl}?lang=de`);
  });

  it('contains the notice of Art. 14 GDPR as it is configured', () => {
    const plainText = text({ share: { cents: 199, paid: false } });
    for (const part of [
      `Verantwortlich: ${sampleSite.operator}. Schreiben Sie uns an hilfe@siegel.example.`,
      'Zwecke: ',
      'Art. 6 Abs. 1 Buchst. f DSGVO',
      'Art. 6 Abs. 1 Buchst. b DSGVO',
      'Diese Daten haben wir von Partei 1, Katharina Brandstetter.',
      'Empfänger: Die andere Partei; Postbote GmbH für den Versand unserer E-Mails; Behörden',
      'Dauer: ',
      'Art. 15 bis 20 DSGVO',
      'Art. 77 DSGVO',
      'https://siegel.example/privacy?lang=de',
    ])
      expect(plainText).toContain(part);
    const alone = text({ site: { ...sampleSite, receivers: [], contact: null } });
    expect(alone).toContain('Empfänger: Die andere Partei; Behörden');
    expect(alone).toContain('steht im Impressum');
    expect(alone).not.toContain('Buchst. b');
  });

  it('directs replies to Party 1', () =>
    expect(invitationMail(input).replyTo).toEqual({
      name: 'Katharina Brandstetter',
      address: 'katharina@example.org',
    }));
});

describe('reminder', () => {
  const input = { ...sampleInvitation('de'), daysLeft: 4 };

  it.each([
    [4, 'Noch 4 Tage zum Unterschreiben.'],
    [1, 'Morgen ist der letzte Tag zum Unterschreiben.'],
    [0, 'Heute ist der letzte Tag zum Unterschreiben.'],
  ])('states how many days are left: %d', (daysLeft, words) => {
    const { text, replyTo } = reminderMail({ ...input, daysLeft });
    expect(text).toContain(words);
    expect(text).toContain(`${input.declineUrl}?lang=de`);
    expect(replyTo?.address).toBe('katharina@example.org');
  });
});

describe.each([
  ['invitation', invitationMail],
  ['reminder', (input: InvitationMailInput) => reminderMail({ ...input, daysLeft: 4 })],
])('the header of the %s for declining', (_, written) => {
  const input = { ...sampleInvitation('de'), oneClickUrl: 'https://siegel.example/api/decline' };

  it('needs one click if the service has https', () =>
    expect(written(input).headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': '<https://siegel.example/api/decline>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }));

  it('names the page if the service has no https', () =>
    expect(written({ ...input, oneClickUrl: 'http://localhost:3000/api/decline' }).headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${input.declineUrl}?lang=de>`,
    }));
});

describe('the other kinds', () => {
  const site = sampleSite;

  it('reveal to a wrong address only that its link no longer works', () => {
    const { text } = correctionMail({ language: 'de', site, party1: 'Katharina Brandstetter' });
    expect(text).toContain('gilt nicht mehr');
    expect(text.match(/\S+@\S+/g)).toBeNull();
  });

  it('say what happens to a share that was paid', () => {
    const of = { language: 'de', site, party1: 'A', party2: 'B', ideaTitle: 'C' } as const;
    const content = [true, false].map((sharePaid) =>
      cancellationMail({ ...of, sharePaid }).text.includes('bleibt für eine neue Einladung gutgeschrieben'),
    );
    expect(content).toEqual([true, false]);
  });

  it('say what to do about a mail that did not arrive', () => {
    const of = {
      language: 'de',
      site,
      party1: 'A',
      party2: 'B',
      ideaTitle: 'C',
      address: 'b@example.org',
    } as const;
    const content = (change: Partial<Parameters<typeof deliveryProblemMail>[0]>): string =>
      deliveryProblemMail({
        ...of,
        kind: 'invitation',
        asSpam: false,
        canCorrect: true,
        ndaUrl: `${site.publicUrl}/nda/1`,
        ...change,
      }).text;
    expect(content({})).toContain('berichtigen Sie sie');
    expect(content({ kind: 'document', canCorrect: false })).toContain(
      'Laden Sie das PDF und geben Sie es selbst weiter.',
    );
    const spam = content({ asSpam: true });
    expect(spam).toContain('als unerwünscht gemeldet');
    expect(spam).not.toContain('berichtigen');
  });

  it('say that a dispute does not void anything, and name a contact', () => {
    const at = '2026-11-12T13:35:00.000Z';
    const of = {
      language: 'de',
      party1: 'A',
      party2: 'B',
      ideaTitle: 'C',
      signedAt: at,
      disputedAt: at,
    } as const;
    const ndaUrl = `${site.publicUrl}/nda/1`;
    expect(disputeMail({ ...of, site, ndaUrl }).text).toContain('Es hebt die Vereinbarung nicht auf.');
    expect(disputeMail({ ...of, site, ndaUrl }).text).toContain('hilfe@siegel.example');
    expect(disputeMail({ ...of, site: { ...site, contact: null }, ndaUrl }).text).toContain('Impressum');
  });

  it('contain no text that a person typed, in the mail for another device', () => {
    const { text } = continueMail({
      language: 'de',
      site,
      createdAt: '2026-11-12T13:20:00.000Z',
      expiresAt: '2026-11-13T13:20:00.000Z',
      continueUrl: `${site.publicUrl}/continue/token`,
    });
    expect(text).toContain('24 Stunden lang und nur einmal');
    expect(text).toContain('Weitermachen:\nhttps://siegel.example/continue/token?lang=de');
  });

  it('count the obligations that need a person, and list the oldest of each kind for the operator', () => {
    const oldest = Array.from({ length: 5 }, (_, n) => ({
      id: `id-${6 - n}`,
      since: `2026-11-0${n + 3}T08:00:00.000Z`,
    }));
    const digest = (...kinds: readonly DigestKind[]) =>
      digestMail({ language: 'de', site, at: '2026-11-18T06:00:00.000Z', kinds });
    const mails = {
      kind: 'mail',
      count: 1,
      oldest: [{ id: 'id', since: '2026-11-18T01:00:00.000Z' }],
    } as const;
    const { subject, text } = digest(mails, { kind: 'refund', count: 7, oldest });
    expect(subject).toBe('Was zu tun ist: 7');
    expect(text).toMatch(
      /^Erstattung \(7\): id-6\n {2}seit 3\..+\n(.+\n)+ {2}id-2\n {2}seit .+\n {2}und 2 weitere\n/m,
    );
    expect(text.indexOf('Erstattung')).toBeLessThan(text.indexOf('E-Mail (1)'));
    const slow = digest(mails);
    expect(slow.subject).toBe('Etwas dauert länger als vorgesehen');
    expect(slow.text).toMatch(/E-Mail \(1\): id\n {2}seit .+\n/);
  });
});
