import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { providerTokensCss } from '@counterfoil/design/tokens'

/** The addresses of the page's files; every one is ours, nothing is fetched from elsewhere. */
export type ExplorerFiles = {
  readonly editorStyle: string
  readonly editorScript: string
  readonly pageStyle: string
  readonly pageScript: string
  readonly queryWorker: string
  readonly jsonWorker: string
  readonly textWorker: string
}

/** Builds the page for a browser that opens the endpoint: GraphiQL, and a field for a token. */
export function buildExplorerPage(providerName: string, files: ExplorerFiles): string {
  const name = escapeHtml(providerName)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${name} GraphQL</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${files.editorStyle}">
    <link rel="stylesheet" href="${files.pageStyle}">
  </head>
  <body class="no-focus-outline">
    <header>
      <h1>${name} GraphQL</h1>
      <div class="token">
        <label for="token">Access token</label>
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint">
        <span id="token-hint">A personal token is enough. It stays in this tab and is gone when you close it.</span>
      </div>
      <noscript>The explorer needs JavaScript. The endpoint itself takes POST requests from any program.</noscript>
    </header>
    <main id="explorer" data-query-worker="${files.queryWorker}" data-json-worker="${files.jsonWorker}"
      data-text-worker="${files.textWorker}"></main>
    <script src="${files.editorScript}"></script>
    <script src="${files.pageScript}"></script>
  </body>
</html>
`
}

/** The styles of the page around the editor. */
export const EXPLORER_STYLE = `${providerTokensCss}
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; overflow: hidden; background: var(--page); color: var(--ink); font-family: var(--font-text); }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: var(--space-2) var(--space-5);
  padding: var(--space-3) var(--space-4); border-bottom: 1px solid var(--hairline); background: var(--card); }
h1 { margin: 0; font: 600 1.125rem/1.3 var(--font-heading); }
.token { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3); }
.token input { min-height: 44px; width: min(24rem, 100%); box-sizing: border-box; padding: 0 var(--space-3);
  border: 1px solid var(--control); border-radius: var(--radius-control); background: var(--page); color: var(--ink);
  font: 1rem var(--font-mono); }
.token input:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
#token-hint { color: var(--muted); font-size: var(--size-note); }
main { flex: 1; min-height: 0; }
main > *, main .graphiql-container { height: 100%; }
main .graphiql-logo { display: none; }
/* On a phone the answer is below the query, and the page scrolls: side by side it would be out of reach. */
@media (max-width: 48rem) {
  body { height: auto; min-height: 100%; overflow: auto; }
  main { flex: none; }
  main .graphiql-container, main .graphiql-sessions { height: auto; min-width: 0; }
  main .graphiql-main, main :has(> .graphiql-editors) { flex-direction: column; }
  main .graphiql-horizontal-drag-bar { display: none; }
  main .graphiql-plugin, main .graphiql-sessions, main .graphiql-editors, main .graphiql-response {
    flex: none !important; min-width: 0; box-sizing: border-box; }
  main .graphiql-plugin, main .graphiql-editors, main .graphiql-response { height: 75vh; }
  main .graphiql-plugin { overflow: auto; overflow-wrap: anywhere; }
  main .graphiql-editor-tools { flex-wrap: wrap; }
}
`

/**
 * Starts GraphiQL. The token is in the field alone: it is sent in the header of each call, and never stored or put into the
 * address. The editor would write the query into the address; that is turned off, because a query may contain private data.
 */
export const EXPLORER_SCRIPT = `'use strict'
{
  const place = document.getElementById('explorer')
  const token = document.getElementById('token')
  const endpoint = location.pathname
  const workers = { graphql: place.dataset.queryWorker, json: place.dataset.jsonWorker }
  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_, label) => workers[label] ?? place.dataset.textWorker,
  }
  history.replaceState = () => {}
  const plainFetch = globalThis.fetch
  globalThis.fetch = (resource, options = {}) => {
    const headers = new Headers(options.headers)
    const value = token.value.trim()
    if (value !== '' && !headers.has('authorization')) headers.set('authorization', 'Bearer ' + value)
    return plainFetch(resource, { ...options, headers, credentials: 'omit', cache: 'no-store' })
  }
  YogaGraphiQL.renderYogaGraphiQL(place, {
    endpoint,
    shouldPersistHeaders: false,
    defaultQuery: [
      '# Put an access token into the field above, then run this.',
      'query Me {',
      '  user { id defaultEmail firstName lastName }',
      '  business { id name currency { code } }',
      '}',
      '',
    ].join('\\n'),
  })
}
`
