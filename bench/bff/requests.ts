import { createHash } from 'node:crypto'
import type { BenchSession } from './sessions.ts'

export const DOCUMENT =
  'query Overview($businessId: ID!) { user { id defaultEmail } business(id: $businessId) { id name currency { code } customers(page: 1) { edges { node { id name } } } } }'
const HASH = createHash('sha256').update(DOCUMENT).digest('hex')

/** Returns the same query of each person in turn, for the BFF or for the other variants. */
export function requestsFor(
  kind: 'ours' | 'others',
  people: readonly BenchSession[],
): (index: number) => Buffer {
  const question = { operationName: 'Overview', variables: { businessId: 'QnVzaW5lc3M6MQ==' } }
  const body = JSON.stringify(
    kind === 'ours'
      ? { ...question, extensions: { persistedQuery: { version: 1, sha256Hash: HASH } } }
      : { ...question, query: DOCUMENT },
  )
  const cookieName = kind === 'ours' ? 'counterfoil-session' : 'usual'
  const requests = people.map(({ cookie, connectionId }) =>
    Buffer.from(
      [
        'POST /graphql HTTP/1.1',
        'Host: localhost:3000',
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        'Accept: application/graphql-response+json, application/json',
        'Accept-Language: en-GB,en;q=0.5',
        'Accept-Encoding: gzip, deflate, br, zstd',
        'Origin: http://localhost:3000',
        'Sec-Fetch-Dest: empty',
        'Sec-Fetch-Mode: cors',
        'Sec-Fetch-Site: same-origin',
        'x-counterfoil-request: 1',
        `x-counterfoil-connection: ${connectionId}`,
        `Cookie: counterfoil-browser=abcdefghijklmnopqrstuv; ${cookieName}=${cookie}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    ),
  )
  return (index) => requests[index % requests.length] ?? Buffer.alloc(0)
}
