import { locale } from '../../lib/format.js';

/** `164 kB`, `9,8 MB` or `9.8 MB`: decimal units, as the limit is one. */
export function formatBytes(bytes: number, language: string): string {
  const mega = bytes >= 1_000_000;
  return new Intl.NumberFormat(locale(language), {
    style: 'unit',
    unit: mega ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: mega ? 1 : 0,
  }).format(bytes / (mega ? 1_000_000 : 1000));
}
