import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { startTexts } from '../../../testing/texts.js';
import { useAddress } from './use-address.js';

/** Never resolves. This simulates a page whose script is still loading. */
const Next = lazy(() => new Promise<{ default: ComponentType }>(() => undefined));

function List() {
  const { params, change } = useAddress();
  return (
    <>
      <p>{`page ${params.get('page')}`}</p>
      <button type="button" onClick={() => change({ page: '2' })}>
        Late
      </button>
      <Link to="/next">Next</Link>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByText(name));

beforeAll(() => startTexts('de', ['admin']));

describe('the address of an admin page', () => {
  beforeEach(async () => {
    window.history.replaceState(null, '', '/list?page=1');
    render(
      <BrowserRouter>
        <Routes>
          <Route path="/list" element={<List />} />
          <Route path="/next" element={<Next />} />
        </Routes>
      </BrowserRouter>,
    );
  });

  it('names the shown page', async () => {
    await press('Late');
    expect(screen.getByText('page 2')).toBeVisible();
    expect(window.location.search).toBe('?page=2');
    await press('Late');
    expect(window.location.search).toBe('?page=2');
  });

  it('ignores a late change after the user has left for another page', async () => {
    await press('Next');
    expect(window.location.pathname).toBe('/next');
    await press('Late');
    expect(window.location.pathname).toBe('/next');
  });
});
