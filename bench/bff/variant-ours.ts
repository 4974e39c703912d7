// The BFF as it runs in production, with every protection; only the web build is reduced.
import { createHash } from 'node:crypto'
import { parseConfig } from '@counterfoil/bff-app/config'
import { runBff } from '@counterfoil/bff-app/run'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { AUTH_URL, SECRET, TOKEN_KEY } from './sessions.ts'

/** The measured operation, as the web build would list it. */
const DOCUMENT = process.env['DOCUMENT'] ?? ''

const bff = await runBff(
  parseConfig(
    {
      BFF_PORT: '0',
      BFF_PUBLIC_URL: 'http://localhost:3000',
      REDIS_URL: process.env['REDIS_URL'],
      BFF_SESSION_SECRETS: SECRET,
      BFF_TOKEN_KEYS: `k1:${TOKEN_KEY.toString('base64')}`,
      BFF_PROVIDER_AUTH_URL: AUTH_URL,
      BFF_PROVIDER_GRAPHQL_URL: process.env['PROVIDER_URL'],
      BFF_PROVIDER_CLIENT_ID: 'bench',
      BFF_PROVIDER_CLIENT_SECRET: 'bench-secret',
      // All load comes from one address; the limits are checked as in production, but they are high enough.
      BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000',
      BFF_GRAPHQL_PER_MINUTE_PER_SESSION: process.env['GRAPHQL_PER_MINUTE'] ?? '6000',
      BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION: process.env['GRAPHQL_PER_MINUTE'] ?? '6000',
      BFF_PROVIDER_GRAPHQL_PER_MINUTE: '10000000',
      BFF_GRAPHQL_CONCURRENCY_PER_SESSION: '64',
      BFF_LOG_LEVEL: 'info',
    },
    () => undefined,
  ),
  {
    web: {
      ...emptyWebBuild(),
      operations: {
        [createHash('sha256').update(DOCUMENT).digest('hex')]: {
          name: 'Overview',
          kind: 'query',
          scopes: ['user:read', 'business:read'],
          document: DOCUMENT,
        },
      },
    },
  },
)
process.stderr.write(`port ${bff.port}\n`)
process.on('SIGTERM', () => void bff.close().then(() => process.exit(0)))
