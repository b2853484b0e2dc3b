import { startSite } from '../documents/site.js';

startSite();
