import { Fragment } from 'react';
import { answerBlocks, type Block } from './answer-blocks.js';

/**
 * Renders the model's answer. Only text, line breaks and lists are rendered. Markup in the answer is shown as
 * text (rule:answers-are-text).
 */
export function AnswerText({ text }: { text: string }) {
  // The index is a stable key, since the text of an answer never changes.
  return answerBlocks(text).map((block, index) => <AnswerBlock key={index} block={block} />);
}

function AnswerBlock({ block }: { block: Block }) {
  const { kind, lines } = block;
  const items = lines.map((line, index) => <li key={index}>{line}</li>);
  if (kind === 'bullets') return <ul>{items}</ul>;
  if (kind === 'numbers') return <ol start={block.start}>{items}</ol>;
  return (
    <p>
      {lines.map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  );
}
