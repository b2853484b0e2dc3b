import type { JsonSchema } from '@siegel/contracts/schema';
import type { MediaType, OpenApiDocument, Operation, ResponseObject } from './document-types.js';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const code = (text: string): string => `<code>${escape(text)}</code>`;
const json = (value: unknown): string => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`;
/** Converts a text to HTML paragraphs. Text in backticks becomes code. */
const prose = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${escape(paragraph).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');

/** Returns a link to a schema's section on the page. */
function schemaLink({ $ref }: JsonSchema): string {
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
  return name === undefined ? '' : ` <a href="#schema-${escape(name)}">${escape(name)}</a>`;
}

const contentOf = (content: Readonly<Record<string, MediaType>>): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `${code(type)}${schemaLink(schema)}`)
    .join(', ');

function bodyOf({ requestBody }: Operation): string {
  if (requestBody === undefined) return '';
  const examples = Object.values(requestBody.content)
    .flatMap(({ examples = {} }) => Object.entries(examples))
    .map(
      ([name, { value }]) => `<details><summary>Example: ${escape(name)}</summary>${json(value)}</details>`,
    );
  const may = requestBody.required ? '' : ' (may be absent)';
  return `<p>Body: ${contentOf(requestBody.content)}${may}</p>${examples.join('')}`;
}

function parametersOf({ parameters }: Operation): string {
  const names = parameters.flatMap((parameter) =>
    'name' in parameter ? [`<li>${code(parameter.name)} in ${escape(parameter.in)}</li>`] : [],
  );
  return names.length === 0 ? '' : `<ul>${names.join('')}</ul>`;
}

/**
 * Returns an operation's responses as HTML. A refusal is shown by its codes, which the page explains further
 * down. Other responses are shown with their description.
 */
function answersOf({ responses }: Operation): string {
  const lines = Object.entries(responses).map(([status, response]) => {
    if ('description' in response)
      return `<li>${status}: ${escape(response.description)} ${contentOf(response.content ?? {})}</li>`;
    const name = response.$ref.split('/').at(-1) ?? '';
    return `<li>${status}: <a href="#refusal-${escape(name)}">${escape(name.split('.').join(', '))}</a></li>`;
  });
  return `<ul>${lines.join('')}</ul>`;
}

const operationOf = (path: string, method: string, operation: Operation): string =>
  `<section id="${escape(operation.operationId)}"><h3><span>${method.toUpperCase()}</span> ${code(path)}</h3><p>${escape(operation.summary)}</p>${prose(operation.description ?? '')}${parametersOf(operation)}${bodyOf(operation)}${answersOf(operation)}</section>`;

function chapterOf(document: OpenApiDocument, name: string, description: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(name))
      .map(([method, operation]) => operationOf(path, method, operation)),
  );
  return `<h2>${escape(name)}</h2><p>${escape(description)}</p>${operations.join('')}`;
}

const refusalOf = ([name, { description }]: [string, ResponseObject]): string =>
  `<section id="refusal-${escape(name)}">${prose(description)}</section>`;
const schemaOf = ([name, schema]: [string, JsonSchema]): string =>
  `<section id="schema-${escape(name)}"><h3>${escape(name)}</h3>${json(schema)}</section>`;

export const API_PAGE_STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem; } h3 span { display: inline-block; min-width: 4.5rem; }
section { border-top: 1px solid #8885; } pre { overflow: auto; padding: 0.75rem; border: 1px solid #8885; border-radius: 0.375rem; }
`;

/** Returns the API's description as one readable page without scripts and inline styles. */
export function apiPage(document: OpenApiDocument): string {
  const { title, description } = document.info;
  const chapters = document.tags.map((tag) => chapterOf(document, tag.name, tag.description));
  const refusals = Object.entries(document.components.responses).map(refusalOf);
  const schemas = Object.entries(document.components.schemas).map(schemaOf);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><main><h1>${escape(title)}</h1>${prose(description)}<p><a href="/api/openapi.json">openapi.json</a></p>${chapters.join('')}<h2>Refusals</h2>${refusals.join('')}<h2>Schemas</h2>${schemas.join('')}</main></body></html>`;
}
