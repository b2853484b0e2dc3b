// The example: a mail that informs Party 1 that its other browsers no longer have access.
const KIND = 'backend/src/mail/kinds/access-ended.ts';
const SAMPLES = 'backend/src/mail/testing/sample-mails.ts';
const KINDS_SPEC = 'backend/src/mail/kinds/kinds.spec.ts';
const OWED = 'backend/src/nda/owed-mails.ts';
const OWED_SPEC = 'backend/src/nda/owed-mails.spec.ts';
const INVITATIONS = 'backend/src/invitations';

const raised = (file) => ({
  file,
  from: /version: \d+,/,
  to: (found) => found.replace(/\d+/, (version) => String(Number(version) + 1)),
});

const written = [
  { file: 'contracts/src/enums.ts', before: "  'withdrawal',\n  'digest',\n", text: "  'access-ended',\n" },
  {
    file: KIND,
    text: `import type { Language } from '@siegel/contracts/enums';
import { formatDateTime } from '@siegel/contracts/formats';
import { oneLine } from '../escape-html.js';
import { inLanguage, type MailSite, senderOf } from '../mail-site.js';
import { type WrittenMail, writtenMail } from '../written-mail.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

export interface AccessEndedMailInput {
  readonly language: Language;
  readonly site: MailSite;
  readonly party1: string;
  readonly ideaTitle: string;
  /** ISO 8601 UTC. */
  readonly endedAt: string;
  readonly ndaUrl: string;
}

const WORDS = inBothLanguages({
  de: {
    subject: 'Ihre anderen Geräte haben keinen Zugriff mehr',
    preview: 'Es ist nichts zu tun.',
    greeting: (name: string) => \`Guten Tag \${name},\`,
    heading: 'Der Zugriff anderer Geräte ist beendet.',
    body: 'Auf einem Ihrer Geräte wurde der Zugriff aller anderen beendet. Links zum Weitermachen gelten nicht mehr.',
    facts: { idea: 'Idee', ended: 'Beendet' },
    button: 'Vereinbarung öffnen',
  },
  en: {
    subject: 'Your other devices no longer have access',
    preview: 'There is nothing to do.',
    greeting: (name) => \`Hello \${name},\`,
    heading: 'The access of other devices has ended.',
    body: 'On one of your devices the access of all others was ended. Links to continue are no longer valid.',
    facts: { idea: 'Idea', ended: 'Ended' },
    button: 'Open the agreement',
  },
});

/** Tells Party 1 that one of its browsers ended the access of all others. */
export function accessEndedMail(input: AccessEndedMailInput): WrittenMail {
  const { language, site } = input;
  const words = WORDS[language];
  return writtenMail(words.subject, {
    language,
    preview: words.preview,
    greeting: words.greeting(oneLine(input.party1)),
    heading: words.heading,
    paragraphs: [words.body],
    facts: [
      [words.facts.idea, oneLine(input.ideaTitle)],
      [words.facts.ended, formatDateTime(input.endedAt, language)],
    ],
    button: { label: words.button, url: inLanguage(input.ndaUrl, language) },
    notes: [],
    sender: senderOf(site, language),
  });
}
`,
  },
  {
    file: SAMPLES,
    before: "import { cancellationMail } from '../kinds/cancellation.js';\n",
    text: "import { accessEndedMail, type AccessEndedMailInput } from '../kinds/access-ended.js';\n",
  },
  {
    file: SAMPLES,
    before: 'const expiryOf = (language: Language) => ({\n',
    text: `const accessEndedOf = (language: Language): AccessEndedMailInput => ({
  language,
  site: sampleSite,
  party1,
  ideaTitle,
  endedAt: '2026-11-14T07:02:00.000Z',
  ndaUrl,
});
`,
  },
  {
    file: SAMPLES,
    before: '  withdrawal: {\n',
    text: `  'access-ended': {
    'access-ended': (language) => accessEndedMail(accessEndedOf(language)),
    'access-ended-long': (language) =>
      accessEndedMail({ ...accessEndedOf(language), party1: LONG_NAME, ideaTitle: LONG_TITLE }),
  },
`,
  },
  {
    file: KINDS_SPEC,
    before: "import { cancellationMail } from './cancellation.js';\n",
    text: "import { accessEndedMail } from './access-ended.js';\n",
  },
  {
    file: KINDS_SPEC,
    before: '      cancellation: cancellationMail({ ...of, sharePaid: true }),\n',
    text: '      accessEnded: accessEndedMail({ ...of, endedAt: at }),\n',
  },
  {
    file: 'frontend/src/locales/de/admin.json',
    before: '      "withdrawal": "Eingangsbestätigung",\n      "digest"',
    text: '      "access-ended": "Mitteilung über beendeten Zugriff",\n',
  },
  {
    file: 'frontend/src/locales/en/admin.json',
    before: '      "withdrawal": "Receipt",\n      "digest"',
    text: '      "access-ended": "Notice of ended access",\n',
  },
];

const owed = [
  {
    file: OWED,
    before: "function ordered(event: Of<'PaymentSucceeded'>",
    text: `const accessEnded = (event: Of<'CreatorAccessEnded'>, before: OwedMails): OwedMails =>
  withNotice(nothingToContinue(event, before), event, { kind: 'access-ended', party: 1 });

`,
  },
  {
    file: OWED,
    from: '  CreatorAccessEnded: nothingToContinue,\n',
    to: '  CreatorAccessEnded: accessEnded,\n',
  },
  {
    file: OWED_SPEC,
    from: "    ['no voided link to continue', [created, continueLinkRequested(), accessEnded], []],\n",
    to: `    [
      'an end of access, and no voided link to continue',
      [created, continueLinkRequested(), accessEnded],
      ['access-ended 2'],
    ],
`,
  },
  {
    file: OWED_SPEC,
    before: "    ['expiry', 1, [...sentNow, expired]],\n",
    text: "    ['access-ended', 1, [created, continueLinkRequested(), accessEnded]],\n",
  },
  {
    file: `${INVITATIONS}/send-mails-when-owed.ts`,
    from: '  CreatorAccessEnded: none,\n',
    to: "  CreatorAccessEnded: () => ['access-ended'],\n",
  },
  {
    file: `${INVITATIONS}/send-mails-when-owed.spec.ts`,
    before: "      MailBounced: [mail('delivery-problem')],\n",
    text: "      CreatorAccessEnded: [mail('access-ended')],\n",
  },
  {
    file: `${INVITATIONS}/write-owed-mail.ts`,
    before: "import { cancellationMail } from '../mail/kinds/cancellation.js';\n",
    text: "import { accessEndedMail } from '../mail/kinds/access-ended.js';\n",
  },
  {
    file: `${INVITATIONS}/write-owed-mail.ts`,
    before: "  'delivery-problem': (basis, { mail, event }) =>\n",
    text: `  'access-ended': (basis, { event }) =>
    accessEndedMail({ ...about(basis), endedAt: event.at, ndaUrl: ndaUrl(basis) }),
`,
  },
  {
    file: `${INVITATIONS}/mail-faults.spec.ts`,
    before: "    'delivery-problem': async () => {\n",
    text: `    'access-ended': () =>
      sent(
        () => ({ type: 'RequestContinueLink', linkId: newLinkId() }),
        () => command.EndOtherAccess,
      ),
`,
  },
  {
    file: `${INVITATIONS}/mail-faults.spec.ts`,
    before: "    ['continue', 1],\n    ['delivery-problem', 7],\n",
    text: "    ['access-ended', 7],\n",
  },
  raised('backend/src/agreements/agreement.projection.ts'),
  raised('backend/src/agreements/agreement.projection.ts'),
  {
    file: 'docs/rules/mails.md',
    from: 'to Party 1 the expiry, the dispute, a link to continue,',
    to: 'to Party 1 the expiry, the dispute, a link to continue, the end of the access of others,',
  },
];

export const recipe = { heading: 'Add a mail', steps: [...written, ...owed] };
