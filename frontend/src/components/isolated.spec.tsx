import { render } from '@testing-library/react';
import { isolated } from './isolated.js';

it('puts each name where it belongs, isolated from the words around it', () => {
  const { container } = render(
    <p>{isolated('{{party1}} bittet {{party2}}.', { party1: 'נועה', party2: 'Ada {{x}}' })}</p>,
  );
  expect(container.innerHTML).toBe('<p><bdi>נועה</bdi> bittet <bdi>Ada {{x}}</bdi>.</p>');
});
