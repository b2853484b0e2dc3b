import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { sampleAgreement } from '@siegel/contracts/testing/sample-terms';
import { render, screen } from '@testing-library/react';
import { startTexts } from '../../testing/texts.js';
import { AgreementFooter } from './agreement-footer.js';

describe('AgreementFooter', () => {
  beforeAll(() => startTexts('de', ['agreement']));

  it('names the template, and the text version once the day of issue is fixed', () => {
    const { rerender } = render(
      <AgreementFooter document={fillAgreement({ ...sampleAgreement, issueDate: null })} />,
    );
    expect(screen.getByText('Vorlage v2')).toBeInTheDocument();
    expect(screen.queryByText(/·/)).toBeNull();
    rerender(<AgreementFooter document={fillAgreement(sampleAgreement)} />);
    expect(screen.getByText('d7aa·5bb4·5cdc')).toBeInTheDocument();
  });
});
