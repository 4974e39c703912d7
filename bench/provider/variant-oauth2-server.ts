// @node-oauth/oauth2-server in Express, with a model on PostgreSQL as its documentation describes one.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import OAuth2Server from '@node-oauth/oauth2-server'
import express from 'express'
import pg from 'pg'
import { announce, digestOf, inBatches, TASK } from './variant.ts'

const pool = new pg.Pool({ connectionString: TASK.databaseUrl, max: TASK.poolConnections })
await pool.query(`
  create table oauth_clients (id text primary key, secret_digest text not null, redirect_uris text[] not null, grants text[] not null);
  create table oauth_users (id text primary key, name text, disabled_at timestamptz);
  create table oauth_codes (digest text primary key, expires_at timestamptz not null, redirect_uri text not null, scope text not null,
    client_id text not null references oauth_clients, user_id text not null references oauth_users);
  create table oauth_access_tokens (digest text primary key, refresh_digest text not null, expires_at timestamptz not null,
    scope text not null, client_id text not null references oauth_clients, user_id text not null references oauth_users);
  create index oauth_access_tokens_refresh on oauth_access_tokens (refresh_digest);
  create table oauth_refresh_tokens (digest text primary key, scope text not null,
    client_id text not null references oauth_clients, user_id text not null references oauth_users)`)
const CLIENT = { id: 'measured-client', secret: randomBytes(32).toString('base64url') }
await pool.query(`insert into oauth_clients values ($1, $2, $3, $4)`, [
  CLIENT.id,
  digestOf(CLIENT.secret),
  [TASK.redirectUri],
  ['authorization_code', 'refresh_token'],
])
await pool.query(
  `insert into oauth_users select 'user ' || i, 'Ada' from generate_series(0, ${TASK.people - 1}) i`,
)
const userOf = (index: number) => `user ${index % TASK.people}`

interface Row {
  readonly id: string
  readonly grants: string[]
  readonly redirect_uris: string[]
  readonly redirect_uri: string
  readonly expires_at: Date
  readonly scope: string
  readonly client_id: string
  readonly user_id: string
}

/** Runs a statement that is prepared once per connection, like ours. */
const run = async (name: string, text: string, values: readonly unknown[]): Promise<Row | undefined> => {
  const { rows } = await pool.query<Row>({ name, text, values: [...values] })
  return rows[0]
}
/** The library requires a token with its client and its user; one statement returns all three. */
const withOwner = (table: string) => `
  select t.*, c.id, c.grants, c.redirect_uris from ${table} t
  join oauth_clients c on c.id = t.client_id
  join oauth_users u on u.id = t.user_id and u.disabled_at is null
  where t.digest = $1`
const clientOf = (row: Row) => ({
  ...{ id: row.client_id, grants: row.grants, redirectUris: row.redirect_uris },
})
/** Returns the client and the user of a row, which the library requires with every code and token. */
const ownerOf = (row: Row) => ({
  ...{ scope: row.scope.split(' '), client: clientOf(row), user: { id: row.user_id } },
})

const saveAccess = 'insert into oauth_access_tokens values ($1, $2, $3, $4, $5, $6)'
const saveRefresh = 'insert into oauth_refresh_tokens values ($1, $2, $3, $4)'
const model: OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel = {
  async getClient(clientId: string, clientSecret: string) {
    const row = await run(
      'client',
      'select * from oauth_clients where id = $1 and ($2::text is null or secret_digest = $2)',
      [clientId, clientSecret ? digestOf(clientSecret) : null],
    )
    return row && { id: row.id, grants: row.grants, redirectUris: row.redirect_uris }
  },
  async getAuthorizationCode(code: string) {
    const row = await run('code', withOwner('oauth_codes'), [digestOf(code)])
    return (
      row && {
        ...{ authorizationCode: code, expiresAt: row.expires_at, redirectUri: row.redirect_uri },
        ...ownerOf(row),
      }
    )
  },
  async revokeAuthorizationCode(code: { authorizationCode: string }) {
    const text = 'delete from oauth_codes where digest = $1 returning digest'
    return (await run('spend', text, [digestOf(code.authorizationCode)])) !== undefined
  },
  async saveAuthorizationCode() {
    throw new Error('not measured')
  },
  async saveToken(token, client, user) {
    const scope = (token.scope ?? []).join(' ')
    const isNew = token.refreshToken !== undefined
    const refreshDigest = isNew ? digestOf(token.refreshToken ?? '') : user['refreshDigest']
    await run('save-access', saveAccess, [
      digestOf(token.accessToken),
      refreshDigest,
      token.accessTokenExpiresAt,
      scope,
      client.id,
      user['id'],
    ])
    if (isNew) await run('save-refresh', saveRefresh, [refreshDigest, scope, client.id, user['id']])
    return { ...token, client, user }
  },
  async getRefreshToken(refreshToken: string) {
    const refreshDigest = digestOf(refreshToken)
    // A refresh ends the previous access token; here that costs no separate statement.
    const text = `with ended as (delete from oauth_access_tokens where refresh_digest = $1) ${withOwner('oauth_refresh_tokens')}`
    const row = await run('refresh', text, [refreshDigest])
    return row && { refreshToken, ...ownerOf(row), user: { id: row.user_id, refreshDigest } }
  },
  async revokeToken() {
    throw new Error('not measured')
  },
  async getAccessToken(accessToken: string) {
    const row = await run('access', withOwner('oauth_access_tokens'), [digestOf(accessToken)])
    return row && { accessToken, accessTokenExpiresAt: row.expires_at, ...ownerOf(row) }
  },
}

const newSecret = () => randomBytes(32).toString('base64url')
const codes = Array.from({ length: TASK.codes }, newSecret)
const later = new Date(Date.now() + 600_000)
await inBatches(codes, async (code, index) => {
  const text = 'insert into oauth_codes values ($1, $2, $3, $4, $5, $6)'
  await run('seed-code', text, [
    digestOf(code),
    later,
    TASK.redirectUri,
    TASK.scope,
    CLIENT.id,
    userOf(index),
  ])
})
const made = Array.from({ length: TASK.tokens }, () => ({
  ...{ access: newSecret(), refresh: newSecret(), lasting: newSecret() },
}))
const expires = new Date(Date.now() + TASK.accessTokenSeconds * 1000)
await inBatches(made, async ({ access, refresh, lasting }, index) => {
  const owner = [TASK.scope, CLIENT.id, userOf(index)]
  await run('save-access', saveAccess, [digestOf(access), digestOf(refresh), expires, ...owner])
  await run('save-access', saveAccess, [digestOf(lasting), 'of another', expires, ...owner])
  await run('save-refresh', saveRefresh, [digestOf(refresh), ...owner])
})

const oauth = new OAuth2Server({ model })
const app = express()
app.disable('x-powered-by')
app.post('/token', express.urlencoded({ extended: false }), async (req, res) => {
  const request = new OAuth2Server.Request(req)
  const response = new OAuth2Server.Response(res)
  try {
    // A refresh keeps its refresh token, as in our provider.
    await oauth.token(request, response, {
      accessTokenLifetime: TASK.accessTokenSeconds,
      alwaysIssueNewRefreshToken: false,
    })
    res
      .set(response.headers)
      .status(response.status ?? 200)
      .json(response.body)
  } catch (error) {
    const { code = 500, name, message } = error as { code?: number; name: string; message: string }
    res.status(code).json({ error: name, error_description: message })
  }
})
app.get('/introspect', async (req, res) => {
  try {
    const token = await oauth.authenticate(new OAuth2Server.Request(req), new OAuth2Server.Response(res))
    res.json({
      active: true,
      sub: token.user['id'],
      client_id: token.client.id,
      scope: token.scope?.join(' '),
      exp: token.accessTokenExpiresAt?.getTime(),
    })
  } catch {
    res.status(401).json({ active: false })
  }
})
announce(
  {
    ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret, codes },
    refreshTokens: made.map(({ refresh }) => refresh),
    accessTokens: made.map(({ lasting }) => lasting),
    tokenPath: '/token',
    introspection: { kind: 'bearer', path: '/introspect' },
  },
  createServer(app),
)
