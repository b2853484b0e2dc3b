import { answerParts } from '@siegel/contracts/admin/chat';
import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { currentLanguage } from '../../lib/language.js';
import { AnswerText } from './answer-text.js';
import type { Exchange } from './exchanges.js';
import type { Conversation } from './use-conversation.js';

/** After this many milliseconds the list says that the answer is taking long. */
const LONG_MS = 10_000;

/** The questions and answers. Screen readers announce new answers (`role="log"`). */
export function ExchangeList({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('assistant');
  const { exchanges, isWaiting, clear } = conversation;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Lets the keyboard scroll the list.
    if (list.current !== null) list.current.tabIndex = 0;
  }, []);
  const last = exchanges.at(-1);
  const lastOutcome = `${last?.id} ${last?.outcome.kind}`;
  useEffect(() => {
    const { current } = list;
    if (current !== null && lastOutcome !== '') current.scrollTop = current.scrollHeight;
  }, [lastOutcome]);
  return (
    <div ref={list} className="assistant-body" role="log" aria-label={t('log')}>
      {exchanges.map((exchange) => (
        <div key={exchange.id} className="assistant-exchange">
          <p className="assistant-question">
            <span className="visually-hidden">{t('you')}</span>
            {exchange.question}
          </p>
          <OutcomeOf exchange={exchange} conversation={conversation} isLast={exchange === last} />
        </div>
      ))}
      {!isWaiting && (
        <button type="button" className="link-button assistant-clear" onClick={clear}>
          {t('clear')}
        </button>
      )}
    </div>
  );
}

interface OutcomeProps {
  exchange: Exchange;
  conversation: Conversation;
  isLast: boolean;
}

function OutcomeOf({ exchange, conversation, isLast }: OutcomeProps) {
  const { t } = useTranslation(['assistant', 'common']);
  const { outcome } = exchange;
  const retryButton = isLast && !conversation.isWaiting && (
    <Button size="sm" onClick={() => conversation.retry(exchange)}>
      {t('common:retry')}
    </Button>
  );
  switch (outcome.kind) {
    case 'waiting':
      return <Waiting onStop={conversation.stop} />;
    case 'answer':
      return <Answer response={outcome.response} />;
    case 'stopped':
      return (
        <div className="assistant-outcome">
          <p className="text-soft">{t('stopped')}</p>
          {retryButton}
        </div>
      );
    case 'failed':
      return (
        <div className="assistant-outcome">
          <p className="text-bad">{outcome.words}</p>
          {retryButton}
        </div>
      );
    case 'ended':
      return (
        <div className="assistant-outcome">
          <p className="text-bad">{t('ended')}</p>
          <a href={addressIn(currentLanguage(), PAGES.admin.path)}>{t('login')}</a>
        </div>
      );
  }
}

/**
 * Shows an answer. Below the answer, its sources are shown in small print: the figures and the days that they
 * cover.
 */
function Answer({ response }: { response: string }) {
  const { t } = useTranslation('assistant');
  const { text, sources } = answerParts(response);
  return (
    <div className="assistant-answer">
      <AnswerText text={text} />
      {sources.length === 0 ? (
        <p className="text-note">{t('noSource')}</p>
      ) : (
        <div className="text-note">
          <p>{t('sources')}</p>
          <ul>
            {sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Waiting({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation(['assistant', 'common']);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="assistant-outcome">
      <p className="text-soft">
        <span className="spinner" aria-hidden="true" /> {t('waiting')}
      </p>
      {isLong && <p className="text-note">{t('long')}</p>}
      <Button size="sm" onClick={onStop}>
        {t('common:cancel')}
      </Button>
    </div>
  );
}
