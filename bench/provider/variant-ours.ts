// Ours: the whole provider as it runs in production, with its limits wide open and every call noted for the application's
// developers. The request log is off, for the others have none.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createApp } from '@counterfoil/provider/app'
import { parseConfig } from '@counterfoil/provider/config'
import { createDependencies } from '@counterfoil/provider/dependencies'
import { digestOf, newSecret, newToken } from '@counterfoil/provider/tokens/secret-digest'
import { createLogger } from '@counterfoil/service/logger'
import { readBearerHeader } from '@counterfoil/provider/graphql/bearer-header'
import express from 'express'
import { ACCESS_TOKEN_SECONDS, announce, POOL_CONNECTIONS, readTask, REDIRECT_URI, SCOPE } from './variant.ts'

const task = readTask()
const WIDE_OPEN = '1000000000'
const config = parseConfig({
  DATABASE_URL: task.databaseUrl,
  PROVIDER_SECRET: 'a key of a measurement, thirty-two characters',
  PROVIDER_ADMIN_SOCKET: 'none',
  PROVIDER_DATABASE_CONNECTIONS: String(POOL_CONNECTIONS),
  PROVIDER_LOG_LEVEL: 'silent',
  PROVIDER_REQUESTS_PER_MINUTE: '10000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: WIDE_OPEN,
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: WIDE_OPEN,
})
const clock = () => Date.now()
const logger = createLogger({ name: 'provider', level: config.logLevel })
const deps = await createDependencies(config, { logger, clock, publicUrl: () => 'http://127.0.0.1' })
const { db } = deps
const now = new Date()
const later = new Date(now.getTime() + 600_000)

const userId = randomUUID()
const businessId = randomUUID()
await db
  .insertInto('users')
  .values({
    id: userId,
    email: `${userId}@example.com`,
    password_hash: 'none',
    created_at: now,
    modified_at: now,
  })
  .execute()
await db
  .insertInto('businesses')
  .values({ id: businessId, name: 'Quay Books', currency_code: 'CAD', created_at: now, modified_at: now })
  .execute()
await db
  .insertInto('memberships')
  .values({ user_id: userId, business_id: businessId, role: 'owner', created_at: now })
  .execute()
await db
  .insertInto('plans')
  .values({ business_id: businessId, state: 'active', name: 'Pro', modified_at: now })
  .execute()
const { application, secret } = await deps.applications.create({
  name: 'Measured',
  redirectEntries: [REDIRECT_URI],
  restriction: 'single_business',
  allowedScopes: SCOPE.split(' '),
  optionalScopes: [],
  scopeReasons: {},
  description: null,
  homePageUrl: null,
  logoUrl: null,
  ownerUserId: null,
  accessTokenSeconds: ACCESS_TOKEN_SECONDS,
  rotateRefreshTokens: false,
  isChecked: true,
})
const grantId = randomUUID()
await db
  .insertInto('grants')
  .values({
    id: grantId,
    user_id: userId,
    application_id: application.id,
    business_id: businessId,
    scopes: SCOPE,
    granted_at: now,
    confirmed_at: now,
    receipt_reference: '7F2K-91',
  })
  .execute()

const common = {
  application_id: application.id,
  user_id: userId,
  grant_id: grantId,
  business_id: businessId,
  scopes: SCOPE,
}
const codes = Array.from({ length: task.codes }, () => newSecret('code'))
for (let from = 0; from < codes.length; from += 1000) {
  const rows = codes.slice(from, from + 1000).map((code) => ({
    ...common,
    code_digest: digestOf(code),
    request_id: randomUUID(),
    family_id: randomUUID(),
    redirect_uri: REDIRECT_URI,
    issued_at: now,
    expires_at: later,
  }))
  await db.insertInto('authorization_codes').values(rows).execute()
}
const families = Array.from({ length: task.tokens }, () => {
  const id = randomUUID()
  const lastingId = randomUUID()
  return {
    id,
    lastingId,
    access: newToken('accessToken', id),
    // Another one than the refreshes replace, so that asking about it stays possible.
    lasting: newToken('accessToken', lastingId),
    refresh: newToken('refreshToken', id),
  }
})
for (const family of families) {
  const row = {
    ...common,
    kind: 'oauth',
    redirect_uri: REDIRECT_URI,
    created_at: now,
    access_scopes: SCOPE,
    access_issued_at: now,
    access_expires_at: new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000),
  } as const
  await db
    .insertInto('token_families')
    .values([
      {
        ...row,
        id: family.id,
        access_digest: digestOf(family.access),
        refresh_digest: digestOf(family.refresh),
      },
      { ...row, id: family.lastingId, access_digest: digestOf(family.lasting), refresh_digest: null },
    ])
    .execute()
}

const server = express()
server.disable('x-powered-by')
// The interface has no introspection endpoint; this route asks what every GraphQL call asks first, and like the others'
// it logs nothing.
server.get('/introspect', async (req, res) => {
  const header = readBearerHeader(req.headers.authorization)
  const bearer = header.kind === 'token' ? await deps.bearers.lookUp(header.token) : undefined
  if (bearer?.kind !== 'active') {
    res.status(401).json({ active: false })
    return
  }
  res.json({
    active: true,
    sub: bearer.userId,
    client_id: bearer.applicationId,
    scope: bearer.scopes.join(' '),
    exp: bearer.expiresAtMs,
  })
})
server.use(createApp(deps, { isStopping: () => false }))
const listening = server.listen(0, '127.0.0.1', () => {
  announce(
    task.preparedFile,
    {
      clientId: application.clientId,
      clientSecret: secret,
      redirectUri: REDIRECT_URI,
      codes,
      refreshTokens: families.map(({ refresh }) => refresh),
      accessTokens: families.map(({ lasting }) => lasting),
      tokenPath: '/oauth2/token/',
      introspection: { kind: 'bearer', path: '/introspect' },
    },
    (listening.address() as AddressInfo).port,
  )
})
// An orderly end writes the profile, when one was asked for.
process.once('SIGTERM', () => process.exit(0))
