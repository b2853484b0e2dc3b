import { agreementText } from '@siegel/contracts/testing/agreement-text';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { SIGNATURE_TEXTS } from '@siegel/contracts/agreement/signature-texts';
import { sampleAgreement } from '@siegel/contracts/testing/sample-terms';
import { render, screen } from '@testing-library/react';
import { AgreementView } from './agreement-view.js';

const squeezed = (text: string): string => text.replaceAll(/[\s\u00ad]+/g, '');

/**
 * Returns the text of the rendered agreement. Each section number is rendered twice: once for screen readers,
 * and once with `aria-hidden` for the eye. The numbers with `aria-hidden` are removed.
 */
function shownText(container: HTMLElement): string {
  const copy = container.cloneNode(true) as HTMLElement;
  for (const node of copy.querySelectorAll('[aria-hidden="true"]')) node.remove();
  return squeezed(copy.textContent ?? '');
}

describe.each(['de', 'en'] as const)('AgreementView in %s', (language) => {
  const document = fillAgreement({ ...sampleAgreement, language });

  it('shows all words of the document in order, and no others', () => {
    const { container } = render(<AgreementView document={document} />);
    const pending = squeezed(SIGNATURE_TEXTS[language].signaturesPending);
    expect(shownText(container).replace(pending, '')).toBe(squeezed(agreementText(document)));
  });

  it('before anybody can sign, says that signatures follow', () => {
    render(<AgreementView document={document} />);
    expect(screen.getByText(SIGNATURE_TEXTS[language].signaturesPending)).toBeInTheDocument();
  });

  it('shows a box for each party, with image and time or with a placeholder', () => {
    const signed = { image: '/api/ndas/1/signatures/1', signedAt: '2026-11-12T13:32:07Z' };
    render(<AgreementView document={document} signatures={[signed, null]} />);
    expect(screen.getByRole('img')).toHaveAttribute('src', signed.image);
    expect(screen.getByText(new RegExp(SIGNATURE_TEXTS[language].notSignedYet))).toHaveTextContent(
      sampleAgreement.party2Name,
    );
    expect(screen.getByText(new RegExp(SIGNATURE_TEXTS[language].signedOn))).toHaveTextContent('2026');
  });

  it('shows the time of a signature whose image is hidden', () => {
    const signed = { image: null, signedAt: '2026-11-12T13:32:07Z' };
    render(<AgreementView document={document} signatures={[signed, null]} />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText(new RegExp(SIGNATURE_TEXTS[language].signedOn))).toHaveTextContent('2026');
  });

  it('marks the words of the field that has the focus', () => {
    const { container } = render(<AgreementView document={document} focused="ideaTitle" />);
    expect([...container.querySelectorAll('.agreement-live')].map((node) => node.textContent)).toEqual([
      sampleAgreement.ideaTitle,
    ]);
  });

  it('shows the place of a missing company name only while its field has the focus', () => {
    const { container, rerender } = render(<AgreementView document={document} focused="party2Company" />);
    expect(container.querySelectorAll('.agreement-live')).toHaveLength(1);
    expect(shownText(container)).toContain(squeezed(agreementText(document)).slice(0, 200));
    rerender(<AgreementView document={document} focused="party2Name" />);
    expect([...container.querySelectorAll('.agreement-live')].map((node) => node.textContent)).toEqual([
      sampleAgreement.party2Name,
    ]);
  });
});
