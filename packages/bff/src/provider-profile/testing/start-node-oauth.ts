import OAuth2Server from '@node-oauth/oauth2-server'
import express, { type Request, type Response } from 'express'
import { graphql } from '../sources.ts'
import {
  listenAsOther,
  OTHER_CLIENT,
  PERSON,
  SCOPES,
  serveApi,
  type OtherOptions,
  type OtherProvider,
} from './other-provider.ts'

/** Starts npm `@node-oauth/oauth2-server`: no metadata, no id_token; a GraphQL query returns the identity. */
export async function startNodeOauth({ refresh, revokes }: OtherOptions): Promise<OtherProvider> {
  const { app, url, calls, note, close } = await listenAsOther()
  let answer: 'allow' | 'deny' = 'allow'
  const tokens = new Map<string, OAuth2Server.Token>()
  const codes = new Map<string, OAuth2Server.AuthorizationCode>()
  const client = {
    id: OTHER_CLIENT.clientId,
    grants: ['authorization_code', 'refresh_token'],
    redirectUris: ['http://localhost/connect/callback'],
  }
  const end = ({ accessToken, refreshToken }: OAuth2Server.Token) => {
    tokens.delete(accessToken)
    if (refreshToken !== undefined) tokens.delete(refreshToken)
  }
  const model: OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel = {
    async getClient(id: string, secret: string | null) {
      const isKnown = id === client.id && (secret === null || secret === OTHER_CLIENT.clientSecret)
      return isKnown ? client : false
    },
    validateRedirectUri: async () => true,
    async saveAuthorizationCode(code, of, user) {
      const saved = { ...code, client: of, user }
      codes.set(code.authorizationCode, saved)
      return saved
    },
    getAuthorizationCode: async (code: string) => codes.get(code) ?? false,
    revokeAuthorizationCode: async ({ authorizationCode }) => codes.delete(authorizationCode),
    async saveToken(token, of, user) {
      const { refreshToken, ...rest } = token
      const saved = {
        ...rest,
        ...(refresh === 'none' ? {} : { refreshToken }),
        client: of,
        user,
      } as OAuth2Server.Token
      tokens.set(token.accessToken, saved)
      if (saved.refreshToken !== undefined) tokens.set(saved.refreshToken, saved)
      return saved
    },
    async getRefreshToken(text: string) {
      const token = tokens.get(text)
      return token?.refreshToken === text ? (token as OAuth2Server.RefreshToken) : false
    },
    async revokeToken(token) {
      return tokens.delete(token.refreshToken)
    },
    async getAccessToken(text: string) {
      const token = tokens.get(text)
      return token?.accessToken === text ? token : false
    },
    verifyScope: async () => true,
    validateScope: async (_user, _client, scope) => scope ?? [],
  }
  const oauth = new OAuth2Server({ model })

  async function respond(
    res: Response,
    run: (response: OAuth2Server.Response) => Promise<unknown>,
  ): Promise<void> {
    const response = new OAuth2Server.Response(res)
    await run(response).catch((error: unknown) => {
      const { code = 500, name, message } = error as { code?: number; name: string; message: string }
      if (response.status === undefined || response.status < 300) response.status = code
      response.body = { error: name, error_description: message }
    })
    res.set(response.headers).status(response.status ?? 200)
    if (response.headers?.['location'] === undefined) res.json(response.body)
    else res.end()
  }

  const readForm = express.text({ type: '*/*' })
  const asForm = (req: Request) => {
    note(req)
    const body = Object.fromEntries(new URLSearchParams(req.body as string))
    return new OAuth2Server.Request({ ...pick(req), body })
  }
  app.get('/authorize', (req, res) =>
    respond(res, (response) => {
      const query = { ...(req.query as Record<string, string>), allowed: String(answer === 'allow') }
      const request = new OAuth2Server.Request({ ...pick(req), query, body: {} })
      return oauth.authorize(request, response, { authenticateHandler: { handle: () => PERSON } })
    }),
  )
  app.post('/token', readForm, (req, res) =>
    respond(res, (response) =>
      oauth.token(asForm(req), response, {
        accessTokenLifetime: 600,
        alwaysIssueNewRefreshToken: refresh === 'rotates',
      }),
    ),
  )
  if (revokes)
    app.post('/revoke', readForm, (req, res) => {
      const { token = '' } = asForm(req).body as { token?: string }
      for (const each of new Set(tokens.values()))
        if (each.refreshToken === token || each.accessToken === token) end(each)
      res.status(204).end()
    })
  const isAlive = async (token: string) => tokens.get(token)?.accessToken === token
  serveApi(app, { note, isAlive })

  return {
    ...OTHER_CLIENT,
    ...{ calls, isAlive, close },
    paths: { token: '/token', revoke: '/revoke' },
    profile: {
      // It does not decode what RFC 6749 section 2.3.1 has encoded in Basic credentials.
      credentials: 'form',
      ...{
        name: 'Plain Ledger',
        authorize: `${url}/authorize`,
        token: `${url}/token`,
        refresh,
        scopes: SCOPES,
      },
      ...(revokes ? { revoke: `${url}/revoke` } : {}),
      identity: graphql('{ user { id defaultEmail } }', { userId: 'user.id', email: 'user.defaultEmail' }),
      graphql: { url: `${url}/graphql`, perMinutePerConnection: 1_000_000, perMinute: 1_000_000 },
      connectedAppsUrl: `${url}/apps`,
    },
    setAnswer: (next) => void (answer = next),
    async removeAccess() {
      tokens.clear()
    },
  }
}

const pick = ({ headers, method, query }: Request) => ({
  headers: headers as Record<string, string>,
  method,
  query: query as Record<string, string>,
})
