import type { Language } from '@siegel/contracts/enums';
import { ASSETS } from 'virtual:assets';
import { type PageOptions, renderPage as render } from './render.js';

export { renderFile } from './files.js';

/** Renders a page. The backend imports this function from a bundle that contains all of its dependencies. */
export const renderPage = (options: Omit<PageOptions, 'assetsOf'>): string =>
  render({ ...options, assetsOf: (entry, language: Language) => ASSETS[entry][language] });
