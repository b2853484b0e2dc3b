import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const json = (value: unknown): string => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`;

/** Links a schema's name to where it stands on the page. */
function bodyOf(operation: Operation): string {
  const { requestBody } = operation;
  if (requestBody === undefined || !('content' in requestBody)) return '';
  const schema = Object.values(requestBody.content)[0]?.schema;
  if (schema === undefined) return '';
  const name = '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined
    ? json(schema)
    : `<p>Body: <a href="#schema-${escape(name)}">${escape(name)}</a></p>`;
}

function parametersOf(operation: Operation): string {
  const names = (operation.parameters ?? []).map((parameter) =>
    'name' in parameter ? `<li><code>${escape(parameter.name)}</code> in ${escape(parameter.in)}</li>` : '',
  );
  return names.length === 0 ? '' : `<ul>${names.join('')}</ul>`;
}

function operationsOf(path: string, item: PathItem): string {
  return METHODS.map((method) => {
    const operation = item[method];
    if (operation === undefined) return '';
    const summary = operation.summary === undefined ? '' : `<p>${escape(operation.summary)}</p>`;
    const statuses = Object.keys(operation.responses ?? {}).join(', ');
    return `<section><h3><span>${method.toUpperCase()}</span> <code>${escape(path)}</code></h3>${summary}${parametersOf(operation)}${bodyOf(operation)}<p>Answers: ${escape(statuses)}</p></section>`;
  }).join('');
}

export const API_PAGE_STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem; } h3 span { display: inline-block; min-width: 4.5rem; }
section { border-top: 1px solid #8885; } pre { overflow: auto; padding: 0.75rem; border: 1px solid #8885; border-radius: 0.375rem; }
`;

/** The API's description as one readable page: no script, no inline style. */
export function apiPage(document: OpenAPIObject): string {
  const paths = Object.entries(document.paths).map(([path, item]) => operationsOf(path, item));
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<section id="schema-${escape(name)}"><h3>${escape(name)}</h3>${json(schema)}</section>`,
  );
  const title = escape(document.info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><main><h1>${title}</h1><p><a href="/api/openapi.json">openapi.json</a></p><h2>Calls</h2>${paths.join('')}<h2>Schemas</h2>${schemas.join('')}</main></body></html>`;
}
