import { randomBytes } from 'node:crypto'
import express from 'express'
import { Provider } from 'oidc-provider'
import { idToken } from '../sources.ts'
import {
  listenAsOther,
  OTHER_CLIENT,
  PERSON,
  SCOPES,
  serveApi,
  type OtherOptions,
  type OtherProvider,
} from './other-provider.ts'

/** Starts npm `oidc-provider`: discovery, a verified id_token, `iss`, and rotating refresh tokens with reuse detection. */
export async function startOidcProvider({ refresh, revokes }: OtherOptions): Promise<OtherProvider> {
  const { app, url, calls, note, close } = await listenAsOther()
  let answer: 'allow' | 'deny' = 'allow'
  const grantIds: string[] = []
  const accountId = `account-${PERSON.id}`
  const provider = new Provider(url, {
    clients: [
      {
        ...{ client_id: OTHER_CLIENT.clientId, client_secret: OTHER_CLIENT.clientSecret },
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://localhost/connect/callback'],
        ...{ response_types: ['code'], application_type: 'native' },
      },
    ],
    scopes: ['openid', 'offline_access', ...Object.keys(SCOPES)],
    claims: { openid: ['sub', 'email'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: PERSON.email }),
    }),
    features: { devInteractions: { enabled: false }, revocation: { enabled: revokes } },
    interactions: { url: (_ctx: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: () => refresh !== 'none',
    rotateRefreshToken: refresh === 'rotates',
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 600,
      Grant: 86_400,
      IdToken: 86_400,
      RefreshToken: 86_400,
      Interaction: 600,
      Session: 600,
    },
  })

  app.get('/interaction/:uid', async (req, res) => {
    const { prompt, params } = await provider.interactionDetails(req, res)
    if (answer === 'deny')
      return provider.interactionFinished(req, res, {
        error: 'access_denied',
        error_description: 'not today',
      })
    if (prompt.name === 'login') return provider.interactionFinished(req, res, { login: { accountId } })
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope(params.scope)
    const grantId = await grant.save()
    grantIds.push(grantId)
    return provider.interactionFinished(req, res, { consent: { grantId } })
  })
  const isAlive = async (token: string) => (await provider.AccessToken.find(token)) !== undefined
  serveApi(app, { note, isAlive })
  const serve = provider.callback()
  app.post(['/token', '/token/revocation'], express.text({ type: '*/*' }), (req, res) => {
    note(req)
    // The body was already read: oidc-provider uses this copy.
    Object.assign(req, { body: req.body as string })
    serve(req, res)
  })
  app.use((req, res) => serve(req, res))

  return {
    ...OTHER_CLIENT,
    ...{ calls, isAlive, close },
    paths: { token: '/token', revoke: '/token/revocation' },
    profile: {
      ...{ name: 'Open Ledger', issuer: url, identity: idToken(), refresh },
      scopes: { openid: null, offline_access: null, ...SCOPES },
      authorizationParameters: { prompt: 'consent' },
      askAgain: { prompt: 'consent' },
      graphql: { url: `${url}/graphql`, perMinutePerConnection: 1_000_000, perMinute: 1_000_000 },
    },
    setAnswer: (next) => void (answer = next),
    async removeAccess() {
      for (const grantId of grantIds.splice(0)) await (await provider.Grant.find(grantId))?.destroy()
    },
  }
}
