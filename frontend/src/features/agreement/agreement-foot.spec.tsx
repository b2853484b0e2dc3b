import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { sampleAgreement } from '@siegel/contracts/testing/sample-terms';
import { render, screen } from '@testing-library/react';
import { startTexts } from '../../testing/texts.js';
import { AgreementFoot } from './agreement-foot.js';

describe('AgreementFoot', () => {
  beforeAll(() => startTexts('de', ['agreement']));

  it('names the template, and the text version once the day of issue is fixed', () => {
    const { rerender } = render(
      <AgreementFoot document={fillAgreement({ ...sampleAgreement, issueDate: null })} />,
    );
    expect(screen.getByText('Vorlage v2')).toBeInTheDocument();
    expect(screen.queryByText(/·/)).toBeNull();
    rerender(<AgreementFoot document={fillAgreement(sampleAgreement)} />);
    expect(screen.getByText('d7aa·5bb4·5cdc')).toBeInTheDocument();
  });
});
