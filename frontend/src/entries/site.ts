import '../styles/index.css';
import '../features/home/hero.css';
import '../features/home/highlights.css';
import '../features/home/letter.css';
import '../features/home/process-cards.css';
import '../features/pages/pages.css';
import { startSite } from '../documents/site.js';

startSite();
