import { randomBytes } from 'node:crypto'
import express, { type Request, type RequestHandler } from 'express'
import oauth2orize from 'oauth2orize'
import { userinfo } from '../sources.ts'
import {
  listenAsOther,
  OTHER_CLIENT,
  PERSON,
  SCOPES,
  serveApi,
  type OtherOptions,
  type OtherProvider,
} from './other-provider.ts'

/** Starts npm `oauth2orize`: no metadata, no PKCE, no scope in its answers; REST calls return the person and the business. */
export async function startOauth2orize({ refresh, revokes }: OtherOptions): Promise<OtherProvider> {
  const { app, url, calls, note, close } = await listenAsOther()
  let answer: 'allow' | 'deny' = 'allow'
  const codes = new Set<string>()
  const accessTokens = new Set<string>()
  const refreshTokens = new Set<string>()
  const make = (kept: Set<string>) => {
    const text = randomBytes(16).toString('hex')
    kept.add(text)
    return text
  }
  const client = { id: OTHER_CLIENT.clientId, redirectUris: [] }
  const server = oauth2orize.createServer()
  server.grant(oauth2orize.grant.code((_client, _uri, _user, _ares, done) => done(null, make(codes))))
  const issue = (spent: string) => {
    const token =
      refresh === 'none' ? null : refresh === 'keeps' && spent !== '' ? spent : make(refreshTokens)
    return [make(accessTokens), token, { expires_in: '600' }] as const
  }
  server.exchange(
    oauth2orize.exchange.code((_client, code, _uri, done) =>
      codes.delete(code) ? done(null, ...issue('')) : done(null, false),
    ),
  )
  server.exchange(
    oauth2orize.exchange.refreshToken((_client, token, _scope, done) => {
      if (!refreshTokens.has(token)) return done(null, false)
      if (refresh === 'rotates') refreshTokens.delete(token)
      return done(null, ...issue(token))
    }),
  )

  const signIn: RequestHandler = (req, _res, next) => {
    Object.assign(req, { user: String(PERSON.id), session: {} })
    next()
  }
  app.get(
    '/authorize',
    signIn,
    server.authorization(
      (_id, redirectUri, done) => done(null, client, redirectUri),
      (_client, _user, _scope, _type, _areq, done) =>
        answer === 'allow'
          ? done(null, true)
          : done(new oauth2orize.AuthorizationError('not today', 'access_denied'), false),
    ),
    server.errorHandler({ mode: 'indirect' }),
  )
  const readForm = express.text({ type: '*/*' })
  const knowClient: RequestHandler = (req, res, next) => {
    note(req)
    const {
      client_id: id,
      client_secret: secret,
      ...fields
    } = Object.fromEntries(new URLSearchParams(req.body as string))
    if (id !== OTHER_CLIENT.clientId || secret !== OTHER_CLIENT.clientSecret)
      return res.status(401).json({ error: 'invalid_client' })
    Object.assign(req, { body: fields, user: client })
    return next()
  }
  app.post('/oauth/token', readForm, knowClient, server.token(), server.errorHandler())
  if (revokes)
    app.post('/oauth/revoke', readForm, knowClient, (req: Request, res) => {
      const { token } = req.body as { token: string }
      // One person: every token is of the same grant.
      if (refreshTokens.delete(token)) accessTokens.clear()
      accessTokens.delete(token)
      res.json({})
    })
  const isAlive = async (token: string) => accessTokens.has(token)
  serveApi(app, { note, isAlive })

  return {
    ...OTHER_CLIENT,
    ...{ calls, isAlive, close },
    paths: { token: '/oauth/token', revoke: '/oauth/revoke' },
    profile: {
      ...{ name: 'Old Ledger', authorize: `${url}/authorize`, token: `${url}/oauth/token` },
      ...(revokes ? { revoke: `${url}/oauth/revoke` } : {}),
      ...{ credentials: 'form', pkce: 'off', refresh, scopes: SCOPES },
      identity: userinfo({ url: `${url}/me`, userId: 'id', email: 'contact.mail' }),
      business: { from: 'userinfo', url: `${url}/company`, id: 'company.number', name: 'company.title' },
      graphql: { url: `${url}/graphql`, perMinutePerConnection: 1_000_000, perMinute: 1_000_000 },
    },
    setAnswer: (next) => void (answer = next),
    async removeAccess() {
      accessTokens.clear()
      refreshTokens.clear()
    },
  }
}
