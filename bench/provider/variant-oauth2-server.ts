// @node-oauth/oauth2-server in Express, with a model on PostgreSQL as its documentation describes one.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import OAuth2Server from '@node-oauth/oauth2-server'
import express from 'express'
import pg from 'pg'
import {
  ACCESS_TOKEN_SECONDS,
  announce,
  inBatches,
  POOL_CONNECTIONS,
  readTask,
  REDIRECT_URI,
  SCOPE,
} from './variant.ts'

const task = readTask()
const pool = new pg.Pool({ connectionString: task.databaseUrl, max: POOL_CONNECTIONS })
await pool.query(`
  create table oauth_clients (id text primary key, secret text not null, redirect_uris text[] not null, grants text[] not null);
  create table oauth_users (id text primary key, name text);
  create table oauth_codes (code text primary key, expires_at timestamptz not null, redirect_uri text not null, scope text not null,
    client_id text not null references oauth_clients, user_id text not null references oauth_users);
  create table oauth_access_tokens (token text primary key, expires_at timestamptz not null, scope text not null,
    client_id text not null references oauth_clients, user_id text not null references oauth_users);
  create table oauth_refresh_tokens (token text primary key, scope text not null,
    client_id text not null references oauth_clients, user_id text not null references oauth_users)`)
const CLIENT = { id: 'measured-client', secret: randomBytes(32).toString('base64url') }
await pool.query(`insert into oauth_clients values ($1, $2, $3, $4)`, [
  CLIENT.id,
  CLIENT.secret,
  [REDIRECT_URI],
  ['authorization_code', 'refresh_token'],
])
await pool.query(`insert into oauth_users values ('user', 'Ada')`)

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

/** Prepared once per connection, like ours. */
const run = async (name: string, text: string, values: readonly unknown[]): Promise<Row | undefined> => {
  const { rows } = await pool.query<Row>({ name, text, values: [...values] })
  return rows[0]
}
const clientOf = (row: Row) => ({
  id: row.client_id,
  grants: ['authorization_code', 'refresh_token'],
  redirectUris: [REDIRECT_URI],
})

const saveAccess = 'insert into oauth_access_tokens values ($1, $2, $3, $4, $5)'
const saveRefresh = 'insert into oauth_refresh_tokens values ($1, $2, $3, $4)'
const model: OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel = {
  async getClient(clientId: string, clientSecret: string) {
    const row = await run(
      'client',
      'select * from oauth_clients where id = $1 and ($2::text is null or secret = $2)',
      [clientId, clientSecret],
    )
    return row && { id: row.id, grants: row.grants, redirectUris: row.redirect_uris }
  },
  async getAuthorizationCode(code: string) {
    const row = await run('code', 'select * from oauth_codes where code = $1', [code])
    return (
      row && {
        authorizationCode: code,
        expiresAt: row.expires_at,
        redirectUri: row.redirect_uri,
        scope: row.scope.split(' '),
        client: clientOf(row),
        user: { id: row.user_id },
      }
    )
  },
  async revokeAuthorizationCode(code: { authorizationCode: string }) {
    const row = await run('spend', 'delete from oauth_codes where code = $1 returning code', [
      code.authorizationCode,
    ])
    return row !== undefined
  },
  async saveAuthorizationCode() {
    throw new Error('not measured')
  },
  async saveToken(token, client, user) {
    const scope = (token.scope ?? []).join(' ')
    await run('save-access', saveAccess, [
      token.accessToken,
      token.accessTokenExpiresAt,
      scope,
      client.id,
      user['id'],
    ])
    if (token.refreshToken !== undefined) {
      await run('save-refresh', saveRefresh, [token.refreshToken, scope, client.id, user['id']])
    }
    return { ...token, client, user }
  },
  async getRefreshToken(refreshToken: string) {
    const row = await run('refresh', 'select * from oauth_refresh_tokens where token = $1', [refreshToken])
    return (
      row && {
        refreshToken,
        scope: row.scope.split(' '),
        client: clientOf(row),
        user: { id: row.user_id },
      }
    )
  },
  async revokeToken() {
    throw new Error('not measured')
  },
  async getAccessToken(accessToken: string) {
    const row = await run('access', 'select * from oauth_access_tokens where token = $1', [accessToken])
    return (
      row && {
        accessToken,
        accessTokenExpiresAt: row.expires_at,
        scope: row.scope.split(' '),
        client: clientOf(row),
        user: { id: row.user_id },
      }
    )
  },
}

const codes = Array.from({ length: task.codes }, () => randomBytes(32).toString('base64url'))
const later = new Date(Date.now() + 600_000)
await inBatches(codes.length, async (index) => {
  await run('seed-code', 'insert into oauth_codes values ($1, $2, $3, $4, $5, $6)', [
    codes[index],
    later,
    REDIRECT_URI,
    SCOPE,
    CLIENT.id,
    'user',
  ])
})
const newToken = () => randomBytes(32).toString('base64url')
const made = Array.from({ length: task.tokens }, () => [newToken(), newToken()] as const)
const expires = new Date(Date.now() + ACCESS_TOKEN_SECONDS * 1000)
await inBatches(made.length, async (index) => {
  const [access, refresh] = made[index] ?? ['', '']
  await run('save-access', saveAccess, [access, expires, SCOPE, CLIENT.id, 'user'])
  await run('save-refresh', saveRefresh, [refresh, SCOPE, CLIENT.id, 'user'])
})

const oauth = new OAuth2Server({ model })
const app = express()
app.disable('x-powered-by')
app.post('/token', express.urlencoded({ extended: false }), async (req, res) => {
  const request = new OAuth2Server.Request(req)
  const response = new OAuth2Server.Response(res)
  try {
    // A refresh keeps its refresh token, as ours does; here the access token before it lives on, which is less work.
    await oauth.token(request, response, {
      accessTokenLifetime: ACCESS_TOKEN_SECONDS,
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
const listening = app.listen(0, '127.0.0.1', () => {
  announce(
    task.preparedFile,
    {
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      redirectUri: REDIRECT_URI,
      codes,
      refreshTokens: made.map(([, refresh]) => refresh),
      accessTokens: made.map(([access]) => access),
      tokenPath: '/token',
      introspection: { kind: 'bearer', path: '/introspect' },
    },
    (listening.address() as AddressInfo).port,
  )
})
