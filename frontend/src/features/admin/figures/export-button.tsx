import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { saveFile } from '../../../lib/save-file.js';
import { csvFileName, funnelCsv } from './export-csv.js';
import type { RangeSummary } from './figures.js';
import { useStepNames } from './step-names.js';

/**
 * Saves the funnel of the range as a CSV file. The browser creates the file from the figures on the screen.
 * @param isLate true if the user has chosen another range and its figures are not shown yet
 */
export function ExportButton({ summary, isLate }: { summary: RangeSummary; isLate: boolean }) {
  const { t } = useTranslation('admin');
  const steps = useStepNames();
  const save = () => {
    const words = {
      day: t('csv.day'),
      total: t('csv.total'),
      rate: t('csv.rate'),
      overall: t('csv.overall'),
      steps,
    };
    const csv = funnelCsv(summary.range, summary, words);
    saveFile(csvFileName(summary.range), new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Button size="sm" disabled={isLate} onClick={save}>
      <DownloadSimpleIcon size={18} aria-hidden="true" />
      {t('csv.button')}
    </Button>
  );
}
