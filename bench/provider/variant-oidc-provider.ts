// oidc-provider with opaque tokens, plain OAuth scopes, and an adapter on PostgreSQL as its documentation describes one.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import pg from 'pg'
import { announce, digestOf, inBatches, TASK } from './variant.ts'

const pool = new pg.Pool({ connectionString: TASK.databaseUrl, max: TASK.poolConnections })
await pool.query(`
  create table oidc_payloads (id text not null, type text not null, payload jsonb not null, grant_id text, uid text, user_code text,
    expires_at timestamptz, consumed_at timestamptz, primary key (id, type));
  create index oidc_payloads_grant on oidc_payloads (grant_id)`)

type Payload = Record<string, unknown>
type Row = { payload: Payload; expires_at: Date | null; consumed_at: Date | null }

/** Statements are prepared once per connection, like ours. */
class PostgresAdapter {
  readonly type: string

  constructor(type: string) {
    this.type = type
  }

  async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
    // A new access token ends the previous one of the same grant, and no payload repeats the token.
    const isAccessToken = this.type === 'AccessToken'
    const ended = isAccessToken
      ? `with ended as (delete from oidc_payloads where grant_id = $4 and type = $2)`
      : ''
    const { jti: _, ...rest } = payload
    const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000)
    const values = [
      digestOf(id),
      this.type,
      rest,
      payload['grantId'] ?? null,
      payload['uid'] ?? null,
      expiresAt,
    ]
    const text = `${ended} insert into oidc_payloads (id, type, payload, grant_id, uid, expires_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (id, type) do update set payload = excluded.payload, expires_at = excluded.expires_at`
    await pool.query({ name: isAccessToken ? 'upsert-access' : 'upsert', text, values })
  }

  async find(id: string): Promise<Payload | undefined> {
    const text = 'select payload, expires_at, consumed_at from oidc_payloads where id = $1 and type = $2'
    const { rows } = await pool.query<Row>({ name: 'find', text, values: [digestOf(id), this.type] })
    const [row] = rows
    if (row === undefined || (row.expires_at !== null && row.expires_at.getTime() < Date.now()))
      return undefined
    return { ...row.payload, jti: id, ...(row.consumed_at === null ? {} : { consumed: true }) }
  }

  async consume(id: string): Promise<void> {
    const text = 'update oidc_payloads set consumed_at = now() where id = $1 and type = $2'
    await pool.query({ name: 'consume', text, values: [digestOf(id), this.type] })
  }

  async destroy(id: string): Promise<void> {
    const text = 'delete from oidc_payloads where id = $1 and type = $2'
    await pool.query({ name: 'destroy', text, values: [digestOf(id), this.type] })
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
      redirect_uris: [TASK.redirectUri],
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
  ttl: { AccessToken: TASK.accessTokenSeconds, AuthorizationCode: 600, Grant: 86_400, RefreshToken: 86_400 },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
})

const client = await provider.Client.find('measured-client')
const newGrant = async (accountId: string) => {
  const grant = new provider.Grant({ accountId, clientId: 'measured-client' })
  grant.addOIDCScope(TASK.scope)
  return grant.save()
}
const common = { client, scope: TASK.scope, gty: 'authorization_code' }
const people = (length: number) => Array.from({ length }, (_, index) => `user ${index % TASK.people}`)
const codes: string[] = []
await inBatches(people(TASK.codes), async (accountId, index) => {
  const grantId = await newGrant(accountId)
  codes[index] = await new provider.AuthorizationCode({
    ...{ ...common, accountId, grantId, redirectUri: TASK.redirectUri, authTime: 0 },
  }).save()
})
const refreshTokens: string[] = []
const accessTokens: string[] = []
await inBatches(people(TASK.tokens), async (accountId, index) => {
  const refreshable = { ...common, accountId, grantId: await newGrant(accountId), rotations: 0 }
  refreshTokens[index] = await new provider.RefreshToken(refreshable).save()
  // These tokens have a grant of their own, so that no refresh ends them.
  const lasting = { ...common, accountId, grantId: await newGrant(accountId) }
  accessTokens[index] = await new provider.AccessToken(lasting).save()
})

announce(
  {
    ...{ clientId: 'measured-client', clientSecret: CLIENT_SECRET, codes, refreshTokens, accessTokens },
    tokenPath: '/token',
    introspection: { kind: 'form', path: '/token/introspection' },
  },
  createServer(provider.callback()),
)
