import { locale } from '../../lib/format.js';

/**
 * Formats a size as `164 kB`, `9,8 MB` or `9.8 MB`. The units are decimal, like the units of the size limit.
 * The result is at least `1 kB`, because zero would mean an empty file.
 */
export function formatBytes(bytes: number, language: string): string {
  const mega = bytes >= 1_000_000;
  return new Intl.NumberFormat(locale(language), {
    style: 'unit',
    unit: mega ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: mega ? 1 : 0,
  }).format(mega ? bytes / 1_000_000 : Math.max(1, bytes / 1000));
}
