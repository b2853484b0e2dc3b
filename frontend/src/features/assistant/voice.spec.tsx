import { act, screen, waitFor } from '@testing-library/react';
import { startTexts } from '../../testing/texts.js';
import { ASSISTANT_KEY } from './forget-conversation.js';
import { answer, type ChatServer, chatServer, field, openPanel } from './testing/panel.js';
import { RECOGNITION_ERRORS, type RecognitionError } from './recognition.js';

/** Fakes the speech recognition of the browser. */
class FakeRecognition extends EventTarget {
  static last: FakeRecognition | undefined;
  static localAvailability = 'unavailable';
  static available = async (): Promise<string> => FakeRecognition.localAvailability;
  lang = '';
  continuous = false;
  interimResults = false;
  processLocally = false;
  isRunning = false;
  constructor() {
    super();
    FakeRecognition.last = this;
  }
  start(): void {
    this.isRunning = true;
  }
  stop(): void {
    this.end();
  }
  abort(): void {
    this.end();
  }
  private end(): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.dispatchEvent(new Event('end'));
  }
  emit(type: string, members: object = {}): void {
    act(() => void this.dispatchEvent(Object.assign(new Event(type), members)));
  }
  recognise(...transcripts: string[]): void {
    this.emit('result', { results: transcripts.map((transcript) => [{ transcript }]) });
  }
  fail(error: string): void {
    this.emit('error', { error });
    act(() => this.end());
  }
}

interface SpokenUtterance extends EventTarget {
  text: string;
  lang: string;
}
class FakeUtterance extends EventTarget {
  lang = '';
  voice: unknown = null;
  constructor(readonly text: string) {
    super();
  }
}
class FakeSynthesis extends EventTarget {
  voices: object[] = [];
  said: SpokenUtterance[] = [];
  cancelled = 0;
  getVoices = (): object[] => this.voices;
  speak = (utterance: SpokenUtterance): void => void this.said.push(utterance);
  cancel = (): void => {
    this.cancelled += 1;
  };
  /** Acts as the browser at the end of the current sentence. */
  finishUtterance(): void {
    act(() => void this.said.at(-1)?.dispatchEvent(new Event('end')));
  }
  get texts(): string[] {
    return this.said.map(({ text }) => text);
  }
}

let server: ChatServer;
let synthesis: FakeSynthesis;
beforeAll(() => startTexts('de', ['admin', 'assistant']));
beforeEach(() => {
  sessionStorage.clear();
  server = chatServer();
  synthesis = new FakeSynthesis();
  FakeRecognition.localAvailability = 'unavailable';
  FakeRecognition.last = undefined;
  Object.assign(window, {
    SpeechRecognition: FakeRecognition,
    speechSynthesis: synthesis,
    SpeechSynthesisUtterance: FakeUtterance,
  });
});

const recognition = (): FakeRecognition => {
  if (FakeRecognition.last === undefined) throw new Error('nobody listens');
  return FakeRecognition.last;
};
const dictate = (): HTMLElement => screen.getByRole('button', { name: 'Frage sprechen' });

describe('dictating a question', () => {
  const begin = async () => {
    const { user, unmount } = await openPanel();
    await user.click(dictate());
    await user.click(await screen.findByRole('button', { name: 'Aufnehmen' }));
    return { user, unmount };
  };

  it('is offered only if the browser supports it', async () => {
    Object.assign(window, { SpeechRecognition: undefined });
    await openPanel();
    expect(screen.queryByRole('button', { name: 'Frage sprechen' })).toBeNull();
  });

  it('says once, before it begins, who receives the recording', async () => {
    const { user, unmount } = await openPanel();
    await user.click(dictate());
    expect(
      await screen.findByText('Ihr Browser schickt die Aufnahme an seinen Hersteller.'),
    ).toBeInTheDocument();
    expect(FakeRecognition.last).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Aufnehmen' }));
    expect(recognition()).toMatchObject({ lang: 'de-DE', isRunning: true, processLocally: false });
    unmount();
    expect(recognition().isRunning).toBe(false);
    const again = await openPanel();
    await again.user.click(dictate());
    await waitFor(() => expect(recognition().isRunning).toBe(true));
  });

  it('names the receiver even if the browser never says whether it works locally', async () => {
    const { available } = FakeRecognition;
    FakeRecognition.available = () => new Promise(() => undefined);
    const { user } = await openPanel();
    await user.click(dictate());
    expect(await screen.findByText(/an seinen Hersteller/)).toBeInTheDocument();
    FakeRecognition.available = available;
  });

  it('can be cancelled before it begins', async () => {
    const { user } = await openPanel();
    await user.click(dictate());
    await user.click(await screen.findByRole('button', { name: 'Abbrechen' }));
    expect(FakeRecognition.last).toBeUndefined();
    await user.click(dictate());
    expect(await screen.findByText(/an seinen Hersteller/)).toBeInTheDocument();
  });

  it('names no receiver if the recording stays on this device', async () => {
    FakeRecognition.localAvailability = 'available';
    const { user } = await openPanel();
    await user.click(dictate());
    await waitFor(() => expect(recognition()).toMatchObject({ processLocally: true, isRunning: true }));
    expect(screen.queryByText(/an seinen Hersteller/)).toBeNull();
  });

  it('appends the words to the text in the field, but never sends them', async () => {
    const { user } = await openPanel();
    await user.type(field(), 'Bitte:');
    FakeRecognition.localAvailability = 'available';
    await user.click(dictate());
    expect(await screen.findByText('Hört zu')).not.toHaveAttribute('data-loud');
    recognition().emit('speechstart');
    expect(screen.getByText('Hört zu')).toHaveAttribute('data-loud');
    recognition().recognise('wie lief');
    recognition().recognise('wie lief ', 'die Woche');
    expect(field()).toHaveValue('Bitte: wie lief die Woche');
    await user.click(screen.getByRole('button', { name: 'Fertig' }));
    expect(screen.queryByText('Hört zu')).toBeNull();
    expect(field()).toHaveValue('Bitte: wie lief die Woche');
    expect(server.calls).toEqual([]);
  });

  it('ends when the question is sent, and ignores later words', async () => {
    const { user } = await begin();
    recognition().recognise('Wie?');
    server.replies.push(answer('So.'));
    await user.type(field(), '{Enter}');
    await screen.findByText('So.');
    expect(recognition().isRunning).toBe(false);
    recognition().recognise('zu spät');
    expect(field()).toHaveValue('');
  });

  const permanent: RecognitionError[] = ['not-allowed', 'service-not-allowed', 'language-not-supported'];
  it.each(RECOGNITION_ERRORS)('explains the error %s', async (error) => {
    await begin();
    recognition().fail(error);
    const sentences: Record<RecognitionError, RegExp> = {
      'not-allowed': /nicht freigegeben/,
      'service-not-allowed': /erlaubt hier keine/,
      network: /nicht erreichbar/,
      'no-speech': /nichts zu hören/,
      'audio-capture': /kein Mikrofon/,
      'language-not-supported': /kein gesprochenes Deutsch/,
    };
    expect(screen.getByText(sentences[error])).toBeInTheDocument();
    if (permanent.includes(error)) expect(dictate()).toBeDisabled();
    else expect(dictate()).toBeEnabled();
  });

  it('shows no error if a person stopped it', async () => {
    await begin();
    recognition().fail('aborted');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

describe('spoken answers', () => {
  const german = { lang: 'de-DE', localService: true, default: false, name: 'Anna' };
  const spoken = (): HTMLElement => screen.getByRole('button', { name: /^Antworten vorlesen/ });
  const ask = async (user: Awaited<ReturnType<typeof openPanel>>['user'], said: string) => {
    server.replies.push(answer(said, ['Trichter, heute: erstellt 4']));
    await user.type(field(), 'Wie?{Enter}');
    await screen.findByText(said);
  };

  it.each([
    ['there is no voice', []],
    ['the voice is not local', [{ ...german, localService: false }]],
    ['the voice speaks another language', [{ ...german, lang: 'en-US' }]],
  ])('are disabled if %s', async (_what, voices) => {
    synthesis.voices = voices;
    await openPanel();
    expect(spoken()).toBeDisabled();
    expect(spoken()).toHaveAccessibleName('Antworten vorlesen: Keine Stimme auf diesem Gerät');
  });

  it('are enabled when the browser loads its voices later', async () => {
    await openPanel();
    synthesis.voices = [german];
    act(() => void synthesis.dispatchEvent(new Event('voiceschanged')));
    expect(spoken()).toBeEnabled();
  });

  it('are off at first, and their setting is remembered for the session', async () => {
    synthesis.voices = [german];
    const first = await openPanel();
    expect(spoken()).toHaveAttribute('aria-pressed', 'false');
    await ask(first.user, 'Still.');
    expect(synthesis.said).toEqual([]);
    await first.user.click(spoken());
    first.unmount();
    await openPanel();
    expect(spoken()).toHaveAttribute('aria-pressed', 'true');
    expect(sessionStorage.getItem(ASSISTANT_KEY)).toContain('"isSpoken":true');
  });

  const speaking = async () => {
    synthesis.voices = [{ ...german, localService: false }, german];
    const opened = await openPanel();
    await opened.user.click(spoken());
    await ask(opened.user, 'Eins ist gut. Zwei ist besser. Drei.');
    return opened;
  };

  it('are spoken by the local voice, sentence by sentence, without their sources', async () => {
    await speaking();
    expect(synthesis.said[0]).toMatchObject({ lang: 'de-DE', voice: german });
    expect(synthesis.texts).toEqual(['Eins ist gut.']);
    expect(screen.getByText('Liest vor')).toBeInTheDocument();
    synthesis.finishUtterance();
    synthesis.finishUtterance();
    expect(synthesis.texts).toEqual(['Eins ist gut.', 'Zwei ist besser.', 'Drei.']);
    synthesis.finishUtterance();
    expect(screen.queryByText('Liest vor')).toBeNull();
  });

  it.each<[string, (opened: Awaited<ReturnType<typeof openPanel>>) => Promise<void>]>([
    ['the button', async ({ user }) => user.click(screen.getByRole('button', { name: 'Stopp' }))],
    ['the toggle', async ({ user }) => user.click(spoken())],
    ['a new question', async ({ user }) => user.type(field(), 'Und?{Enter}')],
    ['Escape', async ({ user }) => user.keyboard('{Escape}')],
    ['closing', async ({ user }) => user.click(screen.getByRole('button', { name: 'Schließen' }))],
    ['the logout, which removes the page', async ({ unmount }) => unmount()],
  ])('are stopped by %s', async (_what, stop) => {
    const opened = await speaking();
    await stop(opened);
    expect(synthesis.cancelled).toBe(1);
    synthesis.finishUtterance();
    expect(synthesis.texts).toEqual(['Eins ist gut.']);
  });
});
