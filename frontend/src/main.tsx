import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { loadNamespace } from './app/load-namespace.js';
import { startI18n } from './lib/i18n.js';
import { initialLanguage } from './lib/language.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

await startI18n(initialLanguage(), loadNamespace);
createRoot(root).render(<App />);
