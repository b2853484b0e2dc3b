// The example: a code that Party 1 uses for the idea. The code is an optional line in the first step.
import { createHash } from 'node:crypto';

const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex');
const next = (found) => found.replace(/\d+/, (number) => String(Number(number) + 1));

const CLAUSE = {
  after: 'subject.title',
  kind: 'paragraph',
  text: {
    de: 'Projektkennzeichen: „{projectCode}“',
    en: 'Project code: “{projectCode}”',
  },
};

/**
 * Returns the names of all terms as one text, which `contracts/src/nda/view.spec.ts` hashes. If the names
 * have changed, that spec prints the new hash.
 */
function termsOf(read) {
  const [, table = ''] = read('contracts/src/nda/term-fields.ts').split('export const TERM_FIELDS = {');
  const [rows] = table.split('} as const satisfies');
  return [...rows.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).join(' ');
}

const inContracts = [
  {
    file: 'contracts/src/nda/term-fields.ts',
    before: '  ideaDescription: {\n',
    text: `  projectCode: {
    kind: 'text',
    form: 'line',
    optional: true,
    max: 40,
    words: 'projectCode',
    step: 1,
    sealed: true,
    added: {
      after: '${CLAUSE.after}',
      kind: '${CLAUSE.kind}',
      text: {
        de: '${CLAUSE.text.de}',
        en: '${CLAUSE.text.en}',
      },
    },
  },
`,
  },
  {
    file: 'contracts/src/nda/requests.ts',
    before: '  @TermText ideaDescription: string;\n',
    text: '  @TermText projectCode?: string;\n',
  },
  {
    file: 'contracts/src/audit/fields.ts',
    before: "  ideaDescription: 'longText',\n",
    text: "  projectCode: 'text',\n",
  },
  { file: 'contracts/src/nda/view.ts', from: /NDA_VIEW_VERSION = \d+/, to: next },
  {
    file: 'contracts/src/nda/view.spec.ts',
    from: /version: \d+,\n {4}terms: '\w+'/,
    to: (found, read) => next(found).replace(/'\w+'/, `'${sha256(termsOf(read)).slice(0, 16)}'`),
  },
  {
    file: 'contracts/src/agreement/templates.spec.ts',
    from: 'expect(ADDED_CLAUSES.map((clause) => sha256(JSON.stringify(clause)))).toEqual([]));',
    to: `expect(ADDED_CLAUSES.map((clause) => sha256(JSON.stringify(clause)))).toEqual([
      '${sha256(JSON.stringify(CLAUSE))}',
    ]));`,
  },
];

const onTheScreen = [
  {
    file: 'frontend/src/features/wizard/step-idea.tsx',
    before: '        <DescriptionField />\n',
    text: `        <TextField
          name="projectCode"
          label={t('idea.projectCode')}
          hint={t('idea.projectCodeHint')}
          autoComplete="off"
        />
`,
  },
  {
    file: 'frontend/src/locales/de/wizard.json',
    before: '    "description": "Beschreibung",\n',
    text: `    "projectCode": "Projektkennzeichen",
    "projectCodeHint": "Unter dem Sie die Idee bei sich führen.",
`,
  },
  {
    file: 'frontend/src/locales/en/wizard.json',
    before: '    "description": "Description",\n',
    text: `    "projectCode": "Project code",
    "projectCodeHint": "Under which you keep the idea.",
`,
  },
  {
    file: 'frontend/src/locales/de/replay.json',
    before: '    "ideaDescription": ',
    text: '    "projectCode": "Projektkennzeichen",\n',
  },
  {
    file: 'frontend/src/locales/en/replay.json',
    before: '    "ideaDescription": ',
    text: '    "projectCode": "Project code",\n',
  },
];

export const recipe = {
  heading: 'Add a field to the terms',
  steps: [
    ...inContracts,
    ...onTheScreen,
    {
      file: 'docs/rules/drafts.md',
      from: 'A title has 3 to 120 characters, a description',
      to: 'A title has 3 to 120 characters, a project code up to 40, a description',
    },
  ],
};
