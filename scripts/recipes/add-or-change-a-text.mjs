// The example: an additional sentence on the page about us, and a changed wording of an error.
const LINE = `        <p>{t('about.languages')}</p>
`;

const sentence = (file, before, words) => ({
  file,
  before,
  text: `    "languages": ${JSON.stringify(words)},\n`,
});

export const recipe = {
  heading: 'Add or change a text',
  steps: [
    sentence(
      'frontend/src/locales/de/pages.json',
      '    "mission": [\n',
      'Auf Deutsch und auf Englisch: Screens, Vereinbarung und E-Mails.',
    ),
    sentence(
      'frontend/src/locales/en/pages.json',
      '    "mission": [\n',
      'In German and in English: screens, agreement and e-mails.',
    ),
    {
      file: 'frontend/src/features/pages/about-page.tsx',
      before: '      </div>\n      <ul className="about-cards">',
      text: LINE,
    },
    {
      file: 'contracts/src/errors/signing-errors.ts',
      from: "'Partei 1 muss zuerst unterschreiben.', 'Party 1 must sign first.'",
      to: "'Zuerst muss Partei 1 unterschreiben.', 'Party 1 has to sign first.'",
    },
  ],
};
