import { LANGUAGES } from '@siegel/contracts/enums';
import { otherWords } from '@siegel/contracts/testing/words';
import { ndaAfter } from '../nda/testing/given.js';
import { documentMail } from '../mail/kinds/document.js';
import { sampleSite } from '../mail/testing/sample-mails.js';
import { mailboxPage } from '../mail/mailbox-page.js';
import { auditContent } from './pdf/audit-content.js';
import { documentInput } from './pdf/document-input.js';
import { signatureContent } from './pdf/signature-content.js';
import { partsOf, recordedStory } from './testing/signed-nda.js';

// The words of the agreement itself are frozen, so these tests check only the text around it.
describe.each(LANGUAGES)('words of delivered texts (%s)', (language) => {
  const mailTo = (party: 1 | 2, contact: string | null) =>
    documentMail({
      language,
      party,
      names: { 1: 'Katharina Brandstetter', 2: 'Thomas Achterberg' },
      ideaTitle: 'Velo',
      completedAt: '2026-11-12T13:35:00.000Z',
      documentHash: 'ab'.repeat(32),
      fileName: 'velo.pdf',
      site: { ...sampleSite, contact },
      inPerson: true,
      disputeUrl: 'https://siegel.example/dispute',
    });

  it('are those of the glossary in mails', () => {
    const mails = [mailTo(1, null), mailTo(1, 'hilfe@siegel.example'), mailTo(2, null)];
    expect(
      otherWords(
        language,
        mails.map(({ subject, text }) => [subject, text]),
      ),
    ).toEqual([]);
  });

  it('are those of the glossary in the mailbox', () => {
    const { subject, html, text } = mailTo(1, null);
    const message = {
      id: 'one',
      to: 'katharina@example.org',
      subject,
      html,
      text,
      sentAt: '2026-11-12T13:36:00.000Z',
      attachments: [],
    };
    expect(otherWords(language, [mailboxPage([], language), mailboxPage([message], language)])).toEqual([]);
  });

  it.each([true, false])('are those of the glossary in the document (by link: %s)', (remote) => {
    const events = recordedStory({ remote, terms: { language }, correctedEmail: 'neu@example.org' });
    const input = documentInput(ndaAfter(events), events, partsOf(events));
    const sides = [input, { ...input, isCopy: true as const }];
    const content = sides.map((each) => [auditContent(each), signatureContent(each)]);
    expect(otherWords(language, content)).toEqual([]);
  });
});
