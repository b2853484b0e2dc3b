import { IsIn, ValidateBy, type ValidationArguments } from 'class-validator';
import { LANGUAGES, type Language } from '../enums.js';
import { CHAT_MESSAGE_MAX, CHAT_MESSAGES_MAX } from '../limits.js';
import { MANY_LINES } from '../validation/lines.js';
import { withMessage } from '../validation/rules.js';
import type { ValidationKey } from '../validation-messages.js';
import { CHAT_ROLES, type ChatMessage } from './chat.js';

const isRole = (value: unknown): boolean => CHAT_ROLES.some((role) => role === value);

/** Returns the problem of one message. Checks the length of the message before it processes the text. */
function problemOfMessage(message: unknown): ValidationKey | undefined {
  if (typeof message !== 'object' || message === null || Object.keys(message).length !== 2)
    return 'validation.invalid';
  const { role, content } = message as Partial<ChatMessage>;
  if (!isRole(role) || typeof content !== 'string') return 'validation.invalid';
  if (content.length > CHAT_MESSAGE_MAX) return 'validation.conversation.message';
  return /\S/.test(content) && MANY_LINES.test(content.replaceAll('\r\n', '\n'))
    ? undefined
    : 'validation.invalid';
}

/**
 * Returns the first reason why a value is not a valid conversation. Returns undefined for a valid
 * conversation.
 */
function problemOfConversation(value: unknown): ValidationKey | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'validation.invalid';
  if (value.length > CHAT_MESSAGES_MAX) return 'validation.conversation.max';
  for (const message of value) {
    const problem = problemOfMessage(message);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Requires a list of messages, oldest first. Each message must have one of the two roles and must not be
 * blank. All of this is one validation rule, so that a refusal stays short.
 */
const IsConversation = (): PropertyDecorator =>
  ValidateBy({
    name: 'isConversation',
    validator: {
      validate: (value: unknown) => problemOfConversation(value) === undefined,
      defaultMessage: (args?: ValidationArguments) =>
        problemOfConversation(args?.value) ?? 'validation.invalid',
    },
  });

/** `POST /api/admin/chat`: the conversation so far. The server does not store the messages. */
export class ChatRequest {
  @IsConversation()
  messages: ChatMessage[];

  @IsIn(LANGUAGES, withMessage('validation.invalid'))
  language: Language;
}
