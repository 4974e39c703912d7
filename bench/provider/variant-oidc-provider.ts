// oidc-provider with opaque tokens, plain OAuth scopes, and an adapter on PostgreSQL as its documentation describes one.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import pg from 'pg'
import {
  ACCESS_TOKEN_SECONDS,
  announce,
  PEOPLE,
  digestOf,
  inBatches,
  POOL_CONNECTIONS,
  readTask,
  REDIRECT_URI,
} from './variant.ts'

const task = readTask()
const pool = new pg.Pool({ connectionString: task.databaseUrl, max: POOL_CONNECTIONS })
await pool.query(`
  create table oidc_payloads (id text not null, type text not null, payload jsonb not null, grant_id text, uid text, user_code text,
    expires_at timestamptz, consumed_at timestamptz, primary key (id, type));
  create index oidc_payloads_grant on oidc_payloads (grant_id)`)

type Payload = Record<string, unknown>

/** Statements are prepared once per connection, like ours. */
class PostgresAdapter {
  readonly type: string

  constructor(type: string) {
    this.type = type
  }

  async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
    // A new access token ends the one before it under the same grant, and no payload repeats the token.
    const isAccessToken = this.type === 'AccessToken'
    const ended = isAccessToken
      ? `with ended as (delete from oidc_payloads where grant_id = $4 and type = $2)`
      : ''
    const { jti: _, ...rest } = payload
    await pool.query({
      name: isAccessToken ? 'upsert-access' : 'upsert',
      text: `${ended} insert into oidc_payloads (id, type, payload, grant_id, uid, expires_at) values ($1, $2, $3, $4, $5, $6)
        on conflict (id, type) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      values: [
        digestOf(id),
        this.type,
        rest,
        payload['grantId'] ?? null,
        payload['uid'] ?? null,
        expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      ],
    })
  }

  async find(id: string): Promise<Payload | undefined> {
    const { rows } = await pool.query({
      name: 'find',
      text: 'select payload, expires_at, consumed_at from oidc_payloads where id = $1 and type = $2',
      values: [digestOf(id), this.type],
    })
    const row = rows[0] as { payload: Payload; expires_at: Date | null; consumed_at: Date | null } | undefined
    if (row === undefined || (row.expires_at !== null && row.expires_at.getTime() < Date.now()))
      return undefined
    return { ...row.payload, jti: id, ...(row.consumed_at === null ? {} : { consumed: true }) }
  }

  async consume(id: string): Promise<void> {
    await pool.query({
      name: 'consume',
      text: 'update oidc_payloads set consumed_at = now() where id = $1 and type = $2',
      values: [digestOf(id), this.type],
    })
  }

  async destroy(id: string): Promise<void> {
    await pool.query({
      name: 'destroy',
      text: 'delete from oidc_payloads where id = $1 and type = $2',
      values: [digestOf(id), this.type],
    })
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await pool.query('delete from oidc_payloads where grant_id = $1', [grantId])
  }

  async findByUid(): Promise<undefined> {
    return undefined
  }

  async findByUserCode(): Promise<undefined> {
    return undefined
  }
}

const CLIENT_SECRET = randomBytes(32).toString('base64url')
const provider = new Provider('http://127.0.0.1', {
  adapter: PostgresAdapter,
  clients: [
    {
      client_id: 'measured-client',
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['user:read', 'business:read'],
  pkce: { required: () => false },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
  issueRefreshToken: () => true,
  rotateRefreshToken: false,
  findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
  ttl: { AccessToken: ACCESS_TOKEN_SECONDS, AuthorizationCode: 600, Grant: 86_400, RefreshToken: 86_400 },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
})

const SCOPE = 'user:read business:read'
const client = await provider.Client.find('measured-client')
const accountOf = (index: number) => `user ${index % PEOPLE}`
const newGrant = async (accountId: string) => {
  const grant = new provider.Grant({ accountId, clientId: 'measured-client' })
  grant.addOIDCScope(SCOPE)
  return grant.save()
}
const codes: string[] = []
const refreshTokens: string[] = []
const accessTokens: string[] = []
const common = { client, scope: SCOPE, gty: 'authorization_code' }
await inBatches(task.codes, async (index) => {
  const accountId = accountOf(index)
  const properties = {
    ...common,
    accountId,
    grantId: await newGrant(accountId),
    redirectUri: REDIRECT_URI,
    authTime: 0,
  }
  codes[index] = await new provider.AuthorizationCode(properties).save()
})
await inBatches(task.tokens, async (index) => {
  const accountId = accountOf(index)
  const grantId = await newGrant(accountId)
  refreshTokens[index] = await new provider.RefreshToken({
    ...common,
    accountId,
    grantId,
    rotations: 0,
  }).save()
  // Under a grant of its own, so that no refresh ends it.
  accessTokens[index] = await new provider.AccessToken({
    ...common,
    accountId,
    grantId: await newGrant(accountId),
  }).save()
})

const server = createServer(provider.callback())
server.listen(0, '127.0.0.1', () => {
  announce(
    task.preparedFile,
    {
      clientId: 'measured-client',
      clientSecret: CLIENT_SECRET,
      redirectUri: REDIRECT_URI,
      codes,
      refreshTokens,
      accessTokens,
      tokenPath: '/token',
      introspection: { kind: 'form', path: '/token/introspection' },
    },
    (server.address() as AddressInfo).port,
  )
})
