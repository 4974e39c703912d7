// Our provider as it runs in production, with very high limits and every call recorded for the application's
// developers. The request log is off, because the others have none.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { newUuid } from '@counterfoil/provider/crypto/new-uuid'
import { deriveCode, digestOf, newToken } from '@counterfoil/provider/crypto/secrets'
import { readBearerHeader } from '@counterfoil/provider/graphql/authentication/bearer-header'
import { createApp } from '@counterfoil/provider/provider'
import express from 'express'
import type {
  AuthorizationHandle,
  AuthorizationRequestId,
  GrantId,
  TokenFamilyId,
} from '@counterfoil/oauth/ids'
import { addPeople, openProvider, OPEN_LIMITS } from './open-provider.ts'
import { announce, TASK } from './variant.ts'

const { parts } = await openProvider({ ...OPEN_LIMITS, DATABASE_URL: TASK.databaseUrl })
const { db } = parts
const now = new Date()
const later = new Date(now.getTime() + 600_000)

const { application, secret } = await parts.applications.create({
  name: 'Measured',
  redirectEntries: [TASK.redirectUri],
  restriction: 'single_business',
  allowedScopes: TASK.scope.split(' '),
  optionalScopes: [],
  scopeReasons: {},
  ...{ description: null, homePageUrl: null, logoUrl: null, ownerUserId: null },
  accessTokenSeconds: TASK.accessTokenSeconds,
  ...{ rotateRefreshTokens: false, isStrict: false, sendsIssuer: null, isChecked: true },
})
const people = (await addPeople(parts, TASK.people)).map((person) => ({
  ...{ ...person, application_id: application.id, grant_id: newUuid<GrantId>(), scopes: TASK.scope },
}))
const grants = people.map(({ grant_id: id, ...person }) => ({
  ...{ ...person, id, granted_at: now, confirmed_at: now, receipt_reference: '7F2K-91' },
}))
await db.insertInto('grants').values(grants).execute()
const personOf = (index: number) => {
  const person = people[index % people.length]
  if (person === undefined) throw new Error('there is nobody')
  return person
}

const codes = Array.from({ length: TASK.codes }, () =>
  deriveCode({ key: randomUUID(), handle: randomUUID() as string as AuthorizationHandle }),
)
for (let from = 0; from < codes.length; from += 1000) {
  const rows = codes.slice(from, from + 1000).map((code, index) => ({
    ...personOf(index),
    code_digest: digestOf(code),
    request_id: newUuid<AuthorizationRequestId>(),
    family_id: newUuid<TokenFamilyId>(),
    redirect_uri: TASK.redirectUri,
    issued_at: now,
    expires_at: later,
  }))
  await db.insertInto('authorization_codes').values(rows).execute()
}

/** Stores a family of tokens. Returns its access token and its refresh token. */
async function addFamily(index: number) {
  const id = newUuid<TokenFamilyId>()
  const [access, refresh] = [newToken('accessToken', id), newToken('refreshToken', id)]
  await db
    .insertInto('token_families')
    .values({
      ...personOf(index),
      ...{ id, kind: 'oauth', redirect_uri: TASK.redirectUri, created_at: now },
      ...{ access_digest: digestOf(access), access_scopes: TASK.scope, access_issued_at: now },
      access_expires_at: new Date(now.getTime() + TASK.accessTokenSeconds * 1000),
      refresh_digest: digestOf(refresh),
    })
    .execute()
  return { access, refresh }
}
const refreshTokens: string[] = []
const accessTokens: string[] = []
for (let index = 0; index < TASK.tokens; index += 1) {
  refreshTokens.push((await addFamily(index)).refresh)
  // The family is not one that is refreshed, so that its access token stays valid.
  accessTokens.push((await addFamily(index)).access)
}

const server = express()
server.disable('x-powered-by')
// The interface has no introspection endpoint. This route runs the token check of every GraphQL call and logs nothing, like
// the others.
server.get('/introspect', async (req, res) => {
  const header = readBearerHeader(req.headers.authorization)
  const bearer = header.kind === 'token' ? await parts.bearers.lookUp(header.token) : undefined
  if (bearer?.kind !== 'active') {
    res.status(401).json({ active: false })
    return
  }
  res.json({
    ...{ active: true, sub: bearer.userId, client_id: bearer.applicationId },
    ...{ scope: bearer.scopes.join(' '), exp: bearer.expiresAtMs },
  })
})
server.use(createApp(parts, { isStopping: () => false }))
announce(
  {
    ...{ clientId: application.clientId, clientSecret: secret, codes, refreshTokens, accessTokens },
    tokenPath: '/oauth2/token/',
    introspection: { kind: 'bearer', path: '/introspect' },
  },
  createServer(server),
)
