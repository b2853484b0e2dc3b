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
  '<body> element': 'a table around the whole mail has the same background and width',
  '<wbr> element':
    'without it, a style breaks long words, or an address is wide. The button has the address too',
  'aria-hidden attribute': 'a screen reader reads the symbol before the name',
  'border-radius': 'the corners are square',
  'display:none': 'the preview text is one pixel high and has the colour of its background',
  'lang attribute': 'a screen reader uses its own language',
  overflow: 'the preview text is one pixel high and has the colour of its background',
  'role attribute': 'tables are announced as tables',
  'white-space': 'a line may end at a hyphen',
  'word-break': 'long words contain <wbr>, or an address is wide. The button has the address too',
};
/**
 * Features that some mail programs support only partly. Each value says why our use of the feature is
 * harmless there.
 */
const KNOWN_IN_PART: Readonly<Record<string, string>> = {
  '<body> element': UNKNOWN['<body> element'] ?? '',
  '<wbr> element': UNKNOWN['<wbr> element'] ?? '',
  'align attribute': 'only cells are aligned',
  background: 'only a colour is used, and an attribute repeats it',
  'background-color': 'an attribute repeats it',
  border: 'only cells have a border, one pixel wide',
  display: 'parts that should be side by side are below each other',
  'display:none': UNKNOWN['display:none'] ?? '',
  'font-size': 'all sizes are in pixels',
  'font-weight': 'only 600 and names are used, and both are shown bold',
  'height attribute': 'only a cell of fixed height has it',
  'height property': 'an attribute repeats it',
  'line-height': 'lines are a little closer together or further apart',
  margin: 'no margin is negative',
  'max-width':
    'the table that needs it has an attribute for its width. Elsewhere lines are as wide as the sheet',
  overflow: UNKNOWN['overflow'] ?? '',
  padding: 'the button has a second padding, which the program supports',
  'text-align': 'only centred text is used',
  'text-decoration': 'only underline and none are used',
  'white-space': UNKNOWN['white-space'] ?? '',
  'width attribute': 'only tables and cells have it',
  'width property': 'an attribute repeats it, or the part is as wide as the sheet',
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
