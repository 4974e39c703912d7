// Ours: the whole provider as it runs in production, with its limits wide open and every call noted for the application's
// developers. The request log is off, for the others have none.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { parseConfig } from '@counterfoil/provider/config'
import { newUuid } from '@counterfoil/provider/crypto/new-uuid'
import { createApp, createParts } from '@counterfoil/provider/provider'
import { deriveCode, digestOf, newToken } from '@counterfoil/provider/crypto/secrets'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { readBearerHeader } from '@counterfoil/provider/graphql/authentication/bearer-header'
import express from 'express'
import type {
  AuthorizationHandle,
  AuthorizationRequestId,
  BusinessId,
  GrantId,
  TokenFamilyId,
  UserId,
  PasswordHash,
} from '@counterfoil/oauth/ids'
import {
  ACCESS_TOKEN_SECONDS,
  announce,
  POOL_CONNECTIONS,
  readTask,
  REDIRECT_URI,
  SCOPE,
  PEOPLE,
} from './variant.ts'

const task = readTask()
const WIDE_OPEN = '1000000000'
const config = parseConfig({
  DATABASE_URL: task.databaseUrl,
  PROVIDER_SECRET: 'a key of a measurement of thirty-two characters',
  PROVIDER_ADMIN_SOCKET: 'none',
  PROVIDER_DATABASE_CONNECTIONS: String(POOL_CONNECTIONS),
  PROVIDER_LOG_LEVEL: 'silent',
  PROVIDER_REQUESTS_PER_MINUTE: '10000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: WIDE_OPEN,
  PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: WIDE_OPEN,
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: WIDE_OPEN,
})
const clock = () => Date.now()
const logger = createLogger({ name: 'provider', level: config.logLevel })
const deps = await createParts(config, { logger, clock, publicUrl: () => 'http://127.0.0.1' })
const { db } = deps
const now = new Date()
const later = new Date(now.getTime() + 600_000)

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
  isStrict: false,
  sendsIssuer: null,
  isChecked: true,
})
const people = Array.from({ length: PEOPLE }, () => ({
  application_id: application.id,
  user_id: newUuid<UserId>(),
  business_id: newUuid<BusinessId>(),
  grant_id: newUuid<GrantId>(),
  scopes: SCOPE,
}))
const personOf = (index: number) => {
  const person = people[index % people.length]
  if (person === undefined) throw new Error('there is nobody')
  return person
}
const times = { created_at: now, modified_at: now }
await db
  .insertInto('users')
  .values(
    people.map(({ user_id: id }) => ({
      id,
      email: `${id}@example.com`,
      password_hash: 'none' as PasswordHash,
      ...times,
    })),
  )
  .execute()
await db
  .insertInto('businesses')
  .values(people.map(({ business_id: id }) => ({ id, name: 'Quay Books', currency_code: 'CAD', ...times })))
  .execute()
await db
  .insertInto('memberships')
  .values(
    people.map(
      ({ user_id, business_id }) => ({ user_id, business_id, role: 'owner', created_at: now }) as const,
    ),
  )
  .execute()
await db
  .insertInto('plans')
  .values(
    people.map(
      ({ business_id }) => ({ business_id, state: 'active', name: 'Pro', modified_at: now }) as const,
    ),
  )
  .execute()
await db
  .insertInto('grants')
  .values(
    people.map(({ grant_id, ...person }) => ({
      ...person,
      id: grant_id,
      granted_at: now,
      confirmed_at: now,
      receipt_reference: '7F2K-91',
    })),
  )
  .execute()

const codes = Array.from({ length: task.codes }, () =>
  deriveCode({ key: randomUUID(), handle: randomUUID() as string as AuthorizationHandle }),
)
for (let from = 0; from < codes.length; from += 1000) {
  const rows = codes.slice(from, from + 1000).map((code, index) => ({
    ...personOf(index),
    code_digest: digestOf(code),
    request_id: newUuid<AuthorizationRequestId>(),
    family_id: newUuid<TokenFamilyId>(),
    redirect_uri: REDIRECT_URI,
    issued_at: now,
    expires_at: later,
  }))
  await db.insertInto('authorization_codes').values(rows).execute()
}
const families = Array.from({ length: task.tokens }, () => {
  const id = newUuid<TokenFamilyId>()
  const lastingId = newUuid<TokenFamilyId>()
  return {
    id,
    lastingId,
    access: newToken('accessToken', id),
    // Another one than the refreshes replace, so that asking about it stays possible.
    lasting: newToken('accessToken', lastingId),
    refresh: newToken('refreshToken', id),
  }
})
for (const [index, family] of families.entries()) {
  const row = {
    ...personOf(index),
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
// The interface has no introspection endpoint. This route makes the token check of every GraphQL call and logs nothing, like
// the others.
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
