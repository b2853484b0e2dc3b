import type { VerificationView } from '@siegel/contracts/verification/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../lib/api.js';
import { i18n } from '../../lib/i18n.js';
import { currentLanguage } from '../../lib/language.js';
import {
  failureOf,
  looksLikePdf,
  type PickedDocument,
  refusalOfChoice,
  type VerificationState,
} from './verification-state.js';

export interface Verification {
  readonly state: VerificationState;
  /** Checks the files. Replaces any other check or verdict. */
  check: (files: readonly File[]) => Promise<void>;
  /** Sends the document's bytes again. */
  retry: (document: PickedDocument) => Promise<void>;
  cancel: () => void;
  reset: () => void;
}

/**
 * Runs one check at a time. A new check aborts the check before it. The response to an aborted check is not
 * shown, even if it arrives.
 */
export function useVerification(): Verification {
  const [state, setState] = useState<VerificationState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const replace = (next: VerificationState): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    setState(next);
    return running.current.signal;
  };

  // The server writes the reasons, so another language needs another request. If that request fails, the old
  // verdict stays.
  const followLanguage = async (shown: VerificationState): Promise<void> => {
    if (shown.step !== 'done' || shown.language === currentLanguage()) return;
    const signal = replace(shown);
    const next = await ask(shown.document, signal).catch(() => shown);
    if (signal.aborted || next === shown) return;
    setState(next);
    await followLanguage(next);
  };
  const onLanguageChanged = useEffectEvent(() => void followLanguage(state));
  useEffect(() => {
    const listener = () => onLanguageChanged();
    i18n.on('languageChanged', listener);
    return () => i18n.off('languageChanged', listener);
  }, []);

  const send = async (document: PickedDocument, signal: AbortSignal) => {
    const next = await ask(document, signal).catch(
      (error: unknown): VerificationState => ({
        step: 'failed',
        document,
        failure: failureOf(error, new Date()),
      }),
    );
    if (signal.aborted) return;
    setState(next);
    await followLanguage(next);
  };

  const check = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const { name, size } = file;
    const why = refusalOfChoice(files);
    if (why !== undefined) {
      replace({ step: 'idle', refused: { why, name } });
      return;
    }
    const signal = replace({ step: 'checking', name, size });
    const bytes = await contentOf(file);
    if (signal.aborted) return;
    if (bytes === undefined) setState({ step: 'idle', refused: { why: 'unreadable', name } });
    else if (!looksLikePdf(bytes)) setState({ step: 'idle', refused: { why: 'notPdf', name } });
    else await send({ name, bytes }, signal);
  };

  return {
    state,
    check,
    retry: (document) =>
      send(document, replace({ step: 'checking', name: document.name, size: document.bytes.length })),
    cancel: () => replace({ step: 'idle', cancelled: true }),
    reset: () => replace({ step: 'idle' }),
  };
}

async function ask(document: PickedDocument, signal: AbortSignal): Promise<VerificationState> {
  const language = currentLanguage();
  const view = await api.post<VerificationView>(
    '/api/verify',
    new Blob([document.bytes], { type: 'application/pdf' }),
    { signal },
  );
  return { step: 'done', document, view, language };
}

/**
 * Returns the content of a file. The content is read at once and kept, so that another try does not need the
 * file on the disk. Undefined if the browser cannot read the file, for example because it is a folder.
 */
async function contentOf(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    console.warn('file not read:', error);
    return undefined;
  }
}
