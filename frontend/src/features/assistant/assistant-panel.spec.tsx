import { screen, waitFor, within } from '@testing-library/react';
import { startTexts } from '../../testing/texts.js';
import { ASSISTANT_KEY } from './forget-conversation.js';
import { answer, type ChatServer, chatServer, field, openPanel, refusal, toggle } from './testing/panel.js';

let server: ChatServer;
beforeAll(() => startTexts('de', ['admin', 'assistant']));
beforeEach(() => {
  sessionStorage.clear();
  server = chatServer();
});

const log = (): HTMLElement => screen.getByRole('log', { name: 'Gespräch' });
const send = (): HTMLElement => screen.getByRole('button', { name: 'Fragen' });

describe('the panel', () => {
  it('if no provider is configured, names the missing setting and has no field', async () => {
    const { panel } = await openPanel(null);
    expect(panel).toHaveTextContent(/nicht eingerichtet.*OPENAI_API_KEY/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('begins with the name of the provider, three questions, and the focus in its field', async () => {
    const { panel, user } = await openPanel();
    expect(field()).toHaveFocus();
    expect(panel).not.toHaveAttribute('aria-modal');
    expect(panel).toHaveTextContent('gehen an Beispiel KI');
    expect(within(panel).getAllByRole('listitem')).toHaveLength(3);
    server.replies.push(answer('Gut.'));
    await user.click(screen.getByRole('button', { name: 'Wie lief die letzte Woche?' }));
    expect(await screen.findByText('Gut.')).toBeInTheDocument();
    expect(server.calls).toEqual([
      { messages: [{ role: 'user', content: 'Wie lief die letzte Woche?' }], language: 'de' },
    ]);
  });

  it.each(['{Escape}', 'the cross'])('closes by %s, and returns the focus', async (how) => {
    const { user } = await openPanel();
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    if (how === '{Escape}') await user.keyboard(how);
    else await user.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toggle()).toHaveFocus();
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('a question', () => {
  it('is sent by Enter if it is not blank, and gets a new line by Shift+Enter', async () => {
    const { user } = await openPanel();
    expect(send()).toBeDisabled();
    await user.type(field(), '  {Enter}');
    expect(server.calls).toEqual([]);
    server.replies.push(answer('Ja.'));
    await user.type(field(), 'Eins{Shift>}{Enter}{/Shift}zwei?{Enter}');
    expect(await screen.findByText('Ja.')).toBeInTheDocument();
    expect(server.calls[0]?.messages).toEqual([{ role: 'user', content: 'Eins\nzwei?' }]);
    expect(field()).toHaveValue('');
  });

  it('if it is too long, causes an error and is not sent', async () => {
    const { user } = await openPanel();
    await user.click(field());
    await user.paste('x'.repeat(4001));
    expect(screen.getByText('Höchstens 4000 Zeichen.')).toBeInTheDocument();
    expect(field()).toBeInvalid();
    expect(send()).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(server.calls).toEqual([]);
  });

  it('waits for its answer, can be stopped, on the server too, and can then be asked again', async () => {
    const { user } = await openPanel();
    await user.type(field(), 'Wie?{Enter}');
    expect(await within(log()).findByText('Sieht nach …')).toBeInTheDocument();
    await user.type(field(), 'Noch eine?{Enter}');
    expect(server.calls).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    expect(await screen.findByText('Abgebrochen')).toBeInTheDocument();
    expect(server.aborted).toBe(1);
    server.replies.push(answer('So.'));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByText('So.')).toBeInTheDocument();
    expect(server.calls[1]?.messages).toEqual([{ role: 'user', content: 'Wie?' }]);
    expect(screen.queryByText('Abgebrochen')).toBeNull();
  });

  it('is sent with the earlier conversation, which the tab keeps until it is cleared', async () => {
    const first = await openPanel();
    server.replies.push(answer('Ja.', ['Trichter, jetzt: bezahlt 7']), answer('Nein.'));
    await first.user.type(field(), 'Eins?{Enter}');
    await screen.findByText('Ja.');
    await first.user.type(field(), 'Zwei?{Enter}');
    await screen.findByText('Nein.');
    expect(server.calls[1]?.messages).toEqual([
      { role: 'user', content: 'Eins?' },
      { role: 'assistant', content: 'Ja.\n\nQuelle: Trichter, jetzt: bezahlt 7' },
      { role: 'user', content: 'Zwei?' },
    ]);
    first.unmount();
    const { user } = await openPanel();
    expect(log()).toHaveTextContent(/Eins\?.*Ja\..*Zwei\?.*Nein\./);
    await user.click(screen.getByRole('button', { name: 'Neues Gespräch' }));
    expect(screen.queryByText('Ja.')).toBeNull();
    expect(sessionStorage.getItem(ASSISTANT_KEY)).not.toContain('Eins?');
  });

  it('is aborted when the panel closes', async () => {
    const { user } = await openPanel();
    await user.type(field(), 'Wie?{Enter}');
    await waitFor(() => expect(server.calls).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(server.aborted).toBe(1);
  });
});

describe('an answer', () => {
  it('is shown as text and lists, with its sources, and nothing in it is executed', async () => {
    const { user } = await openPanel();
    const hostile = '<img src=x onerror=alert(1)> [Klick](javascript:alert(1))';
    server.replies.push(answer(`Zwei:\n- eins\n- ${hostile}\n\nEnde`, ['Trichter, heute: erstellt 4']));
    await user.type(field(), 'Wie?{Enter}');
    expect(await screen.findByText(hostile)).toBeInTheDocument();
    expect(log().querySelector('img, a, script')).toBeNull();
    expect(within(log()).getAllByRole('list')).toHaveLength(2);
    expect(log()).toHaveAttribute('tabindex', '0');
    expect(screen.getByText('Zahlen aus den Abfragen:')).toBeInTheDocument();
    expect(screen.getByText('Trichter, heute: erstellt 4')).toBeInTheDocument();
  });

  it('says if it has no sources', async () => {
    const { user } = await openPanel();
    server.replies.push(answer('Ungefähr 12.\nQuelle: mein Gefühl'));
    await user.type(field(), 'Wie viele?{Enter}');
    expect(await screen.findByText(/Zahlen darin sind nicht belegt/)).toBeInTheDocument();
    expect(screen.queryByText(/mein Gefühl/)).toBeNull();
  });
});

describe('a failure is shown in the list', () => {
  const ask = async () => {
    const { user } = await openPanel();
    await user.type(field(), 'Wie?{Enter}');
    return user;
  };

  it.each([
    [
      'of the provider',
      refusal(502, 'ai_failed', 'Der Assistent hat nicht geantwortet.'),
      /nicht geantwortet/,
    ],
    ['of the connection', { status: 0, body: {} }, /Dienst ist gerade nicht erreichbar/],
    ['of the service without a message', { status: 500, body: {} }, 'Der Assistent hat nicht geantwortet.'],
    [
      'after too many questions',
      refusal(429, 'rate_limited', 'Zu viele', 600),
      /Ab .*\d:\d\d geht es weiter/,
    ],
  ])('%s, and the question can be sent again', async (_what, reply, words) => {
    server.replies.push(reply);
    const user = await ask();
    expect(await within(log()).findByText(words)).toBeInTheDocument();
    server.replies.push(answer('Doch.'));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByText('Doch.')).toBeInTheDocument();
    const asked = [{ role: 'user', content: 'Wie?' }];
    expect(server.calls.map(({ messages }) => messages)).toEqual([asked, asked]);
  });

  it('after the end of the session, with a link to the login', async () => {
    server.replies.push(refusal(401, 'unauthenticated', 'Bitte melden Sie sich an.'));
    await ask();
    expect(await screen.findByText('Sie sind nicht mehr angemeldet.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Zur Anmeldung' })).toHaveAttribute('href', '/admin');
  });
});
