// The example: a page with the prices. Its page views are counted under its own name.
const title = { de: 'Preise', en: 'Prices' };
const description = { de: 'Was eine Vereinbarung kostet.', en: 'What an agreement costs.' };
const lead = {
  de: 'Entwürfe sind kostenlos. Bezahlt wird, wenn beide unterschrieben haben.',
  en: 'Drafts are free. You pay once both have signed.',
};
const LANGUAGES = ['de', 'en'];

export const recipe = {
  heading: 'Add a page',
  name: 'prices',
  steps: [
    {
      file: 'contracts/src/pages.ts',
      before: "  about: { path: '/about'",
      text: "  prices: { path: '/prices', texts: 'prices', counted: 'prices', ...DOCUMENT },\n",
    },
    { file: 'contracts/src/enums.ts', before: "  'about',\n", text: "  'prices',\n" },
    {
      file: 'frontend/src/features/pages/prices-page.tsx',
      text: `import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';

export default function PricesPage() {
  const { t } = useTranslation('pages');
  return (
    <div className="page-width page">
      <h1>{t('prices.title')}</h1>
      <p className="text-lead">{t('prices.lead')}</p>
      <BackHome />
    </div>
  );
}
`,
    },
    {
      file: 'frontend/src/documents/contents.tsx',
      after: "import NotFoundPage from '../features/pages/not-found-page.js';\n",
      text: "import PricesPage from '../features/pages/prices-page.js';\n",
    },
    {
      file: 'frontend/src/documents/contents.tsx',
      before: '  about: <AboutPage />,\n',
      text: '  prices: <PricesPage />,\n',
    },
    {
      file: 'frontend/src/features/admin/figures/page-views.tsx',
      before: "  about: 'folded',\n",
      text: "  prices: 'folded',\n",
    },
    ...LANGUAGES.flatMap((language) => [
      {
        file: `frontend/src/locales/${language}/documents.json`,
        before: '    "about": {\n      "title"',
        text: `    "prices": {\n      "title": "${title[language]}",\n      "description": "${description[language]}"\n    },\n`,
      },
      {
        file: `frontend/src/locales/${language}/documents.json`,
        before: '    "verify": "',
        text: `    "prices": "${title[language]}",\n`,
      },
      {
        file: `frontend/src/locales/${language}/pages.json`,
        before: '  "about": {\n    "title"',
        text: `  "prices": {\n    "title": "${title[language]}",\n    "lead": "${lead[language]}"\n  },\n`,
      },
      {
        file: `frontend/src/locales/${language}/admin.json`,
        before: '      "about": "',
        text: `      "prices": "${title[language]}",\n`,
      },
    ]),
    {
      file: 'docker/nginx/nginx.conf',
      from: '(?<document>|how-it-works|faq|about|',
      to: '(?<document>|how-it-works|faq|prices|about|',
    },
    {
      file: 'docker/nginx/nginx.conf',
      from: '|how-it-works|faq|about|contact|legal|privacy|withdraw|verify|admin',
      to: '|how-it-works|faq|prices|about|contact|legal|privacy|withdraw|verify|admin',
    },
    {
      file: 'frontend/src/app/footer.tsx',
      before: '      { to: PAGES.verify.path',
      text: "      { to: PAGES.prices.path, label: 'footer.prices' },\n",
    },
    {
      file: 'scripts/screenshot-states.mjs',
      before: "  { name: 'about', path: () => '/about' },",
      text: "  { name: 'prices', path: () => '/prices' },\n",
    },
    {
      file: 'frontend/budgets.json',
      before: '    { "path": "/about", "scripts": 8000 },',
      text: '    { "path": "/prices", "scripts": 8000 },\n',
    },
  ],
};
