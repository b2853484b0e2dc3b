import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { csvFileName, funnelCsv } from './export-csv.js';
import type { RangeSummary } from './figures.js';
import { useStepNames } from './step-names.js';

/**
 * The funnel of the range as a file, made here of what is shown.
 * @param isLate another range was chosen, and is not shown yet
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
    saveAs(csvFileName(summary.range), funnelCsv(summary.range, summary, words));
  };
  return (
    <Button size="sm" disabled={isLate} onClick={save}>
      <DownloadSimpleIcon size={18} aria-hidden="true" />
      {t('csv.button')}
    </Button>
  );
}

function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers may still be reading it when the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
