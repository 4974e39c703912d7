/**
 * Starts GraphiQL. The token is in the field alone: it is sent in the header of each call, and never stored or put into the
 * address. The editor would write the query into the address; that is turned off, because a query may contain private data.
 */
'use strict'
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
    ].join('\n'),
  })
}
