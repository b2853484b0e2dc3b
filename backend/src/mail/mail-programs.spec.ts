import { caniemail, groupIssues, rawData } from 'caniemail';
import { sampleMails } from './testing/sample-mails.js';

/**
 * Mail programs in which every mail must be readable. The package `caniemail` has data about three more
 * programs (`UNNAMED`), but accepts no client names for them. So the test stores the data of these three
 * programs under the names of three other clients, which it does not check. These names are the last three in
 * this list.
 */
const CLIENTS = [
  'gmail.*',
  'outlook.*',
  'apple-mail.*',
  'hey.desktop-webmail',
  'fastmail.desktop-webmail',
  'laposte.desktop-webmail',
] as const;
const UNNAMED = {
  hey: ['gmx', 'desktop-webmail'],
  fastmail: ['web-de', 'desktop-webmail'],
  laposte: ['outlook', 'outlook-com'],
} as const;

/** Features that some mail programs do not support. Each value says why the mail is still readable there. */
const UNKNOWN: Readonly<Record<string, string>> = {
  '<body> element': 'a table around everything has the same ground and width',
  '<wbr> element': 'where it is none, words break by style, or an address is wide; the button has it too',
  'aria-hidden attribute': 'the sign is read aloud before the name',
  'border-radius': 'corners are square',
  'display:none': 'what is for the preview is one pixel high, in the colour of its ground',
  'lang attribute': 'the program reads aloud in its own language',
  overflow: 'what is for the preview is one pixel high, in the colour of its ground',
  'role attribute': 'tables are announced as tables',
  'white-space': 'a line may end at a hyphen',
  'word-break': 'long words have places to break, or an address is wide; the button has it too',
};
/**
 * Features that some mail programs support only partly. Each value says why our use of the feature is
 * harmless there.
 */
const KNOWN_IN_PART: Readonly<Record<string, string>> = {
  '<body> element': UNKNOWN['<body> element'] ?? '',
  '<wbr> element': UNKNOWN['<wbr> element'] ?? '',
  'align attribute': 'cells alone are aligned',
  background: 'only a colour is used, and the attribute says it too',
  'background-color': 'the attribute says it too',
  border: 'of cells alone, and one pixel wide',
  display: 'what should stand side by side stands one below the other',
  'display:none': UNKNOWN['display:none'] ?? '',
  'font-size': 'in pixels alone',
  'font-weight': '600 and names alone, which are bold',
  'height attribute': 'of a cell of fixed height alone',
  'height property': 'the attribute says it too',
  'line-height': 'lines stand a little closer, or further apart',
  margin: 'none is negative',
  'max-width':
    'the table that needs it has its width as an attribute; elsewhere lines are as wide as the sheet',
  overflow: UNKNOWN['overflow'] ?? '',
  padding: 'the button has a second one, which the program knows',
  'text-align': 'centre alone',
  'text-decoration': 'underline and none alone',
  'white-space': UNKNOWN['white-space'] ?? '',
  'width attribute': 'of tables and cells alone',
  'width property': 'the attribute says it too, or the part is as wide as the sheet',
  'word-break': UNKNOWN['word-break'] ?? '',
};

type Stats = Record<string, Record<string, unknown>>;

const mails = sampleMails();

describe('mail programs', () => {
  const found = new Map<string, ReturnType<typeof issuesOf>>();
  beforeAll(() => {
    for (const { stats } of rawData.data as unknown as { readonly stats: Stats }[])
      for (const [place, [family, platform]] of Object.entries(UNNAMED)) {
        const known = stats[family]?.[platform];
        if (known === undefined) delete stats[place];
        else stats[place] = { 'desktop-webmail': known };
      }
    for (const { name, mail } of mails) found.set(name, issuesOf(mail.html));
  });

  const issuesOf = (html: string) => caniemail({ clients: [...CLIENTS], html }).issues;
  const titles = (issues: ReturnType<typeof issuesOf>['errors'] | undefined): string[] =>
    issues === undefined ? ['nothing was asked'] : groupIssues(issues).map(({ issue }) => issue.title);

  it('include GMX and WEB.DE', () => {
    const [unknown] = groupIssues(issuesOf('<p style="word-break:break-all">x</p>').errors);
    expect(unknown?.clients).toEqual(
      expect.arrayContaining(['hey.desktop-webmail', 'fastmail.desktop-webmail']),
    );
    const { errors } = issuesOf('<p style="display:grid">x</p><video src="x"></video>');
    expect(titles(errors)).toContain('<video> element');
  });

  it.each(mails.map(({ name }) => name))('know every feature that %s needs', (name) => {
    const { errors, warnings } = found.get(name) ?? {};
    expect(titles(errors).filter((title) => !(title in UNKNOWN))).toEqual([]);
    expect(titles(warnings).filter((title) => !(title in KNOWN_IN_PART))).toEqual([]);
  });

  it('have no exception for a feature that they do not use', () => {
    const all = [...found.values()];
    expect([...new Set(all.flatMap(({ errors }) => titles(errors)))].toSorted()).toEqual(
      Object.keys(UNKNOWN).toSorted(),
    );
    expect([...new Set(all.flatMap(({ warnings }) => titles(warnings)))].toSorted()).toEqual(
      Object.keys(KNOWN_IN_PART).toSorted(),
    );
  });
});
