import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { DEMO_PASSWORD } from './demo/demo-store.ts'
import { businessIdOn, signIn } from './testing/harbour-client.ts'
import { MANY, REDIRECT_URI, SCOPE, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

const STATE = 'state-nobody-may-log-7c1f'
const VERIFIER = 'verifier-nobody-may-log-or-keep-0123456789abcdef'

/** Returns every row of every table as text. */
async function dump(provider: ProviderFixture): Promise<string> {
  const { db } = provider.deps
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
  const parts = await Promise.all(
    tables.rows.map(async ({ name }) =>
      JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows),
    ),
  )
  expect(parts.length).toBeGreaterThan(15)
  return parts.join('\n')
}

describe.each(['postgres', 'embedded'] as const)(
  'after every kind of request, on a database of kind %s',
  (kind) => {
    let postgres: TestPostgres | undefined
    let provider: ProviderFixture
    /** Every secret that was ever used, by its name. */
    const secrets = new Map<string, string>()
    const answers: string[] = []

    beforeAll(async () => {
      if (kind === 'postgres') postgres = await sharePostgres()
      const database = await postgres?.createMigratedDatabase()
      provider = await startProvider({
        database:
          database === undefined
            ? { kind: 'memory' }
            : { kind: 'postgres', url: database.url, maxConnections: 5 },
      })
      await useEverything()
    })
    afterAll(async () => {
      await provider.close()
      await postgres?.close()
    })

    async function useEverything(): Promise<void> {
      const keep = (name: string, value: unknown) => void secrets.set(name, String(value))
      const seen = <T extends { text: string }>(answer: T): T => {
        answers.push(answer.text)
        return answer
      }
      const client = await provider.createClient({ rotateRefreshTokens: true })
      keep('client secret', client.secret)
      keep('key of the provider', provider.config.secrets[0])
      keep('password', DEMO_PASSWORD)
      keep('code verifier', VERIFIER)

      const agent = createBrowserAgent()
      const query = new URLSearchParams({
        client_id: client.clientId,
        response_type: 'code',
        scope: SCOPE,
        redirect_uri: REDIRECT_URI,
        state: STATE,
        code_challenge: await deriveCodeChallenge(VERIFIER),
        code_challenge_method: 'S256',
      })
      const signInPage = await agent.visit(`${provider.base}/oauth2/authorize/?${query}`)
      const wrong = await signIn(agent, signInPage, 'many@harbour.example', 'wrong-password-nobody-may-log')
      keep('mistyped password', 'wrong-password-nobody-may-log')
      const consent = await signIn(agent, wrong, 'many@harbour.example')
      answers.push(signInPage.body, wrong.body, consent.body)
      keep('browser session', /harbour_session=([^;]+)/.exec(agent.cookies(provider.base))?.[1])
      const form = formTo(consent, '/answer')
      const fields = { ...form.fields, answer: 'allow', business: businessIdOn(consent, 'Northwind Trading') }
      const { location = '' } = await agent.post(form.action, fields, {
        from: consent.url,
        stopAt: REDIRECT_URI,
      })
      const code = new URL(location).searchParams.get('code') ?? ''
      keep('code', code)

      seen(
        await provider.exchange(client, code, {
          client_secret: 'guess-nobody-may-log',
          code_verifier: VERIFIER,
        }),
      )
      keep('guessed secret', 'guess-nobody-may-log')
      seen(
        await provider.exchange(client, code, {
          redirect_uri: 'http://app.example/callback/x',
          code_verifier: VERIFIER,
        }),
      )
      seen(await provider.exchange(client, code))
      const first = await provider.exchange(client, code, { code_verifier: VERIFIER })
      expect(first.status).toBe(200)
      keep('access token', first.json['access_token'])
      keep('refresh token', first.json['refresh_token'])
      const second = await provider.refresh(client, String(first.json['refresh_token']))
      keep('second access token', second.json['access_token'])
      keep('second refresh token', second.json['refresh_token'])

      const graphql = (token: string) =>
        fetch(`${provider.base}/graphql/public`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ query: '{ user { id defaultEmail } nonsense }' }),
        }).then(async (response) => ({ text: await response.text() }))
      const personal = await provider.deps.personalTokens.mint(MANY, { name: 'script' })
      keep('personal token', personal.token)
      for (const token of [
        personal.token,
        String(second.json['access_token']),
        String(first.json['access_token']),
        'unknown-token-nobody-may-log',
      ]) {
        seen(await graphql(token))
      }
      keep('unknown token', 'unknown-token-nobody-may-log')

      const pages = [
        '/',
        '/connected-apps',
        '/developers',
        `/nothing?code=${code}`,
        '/oauth2/authorize/?client_id=x&state=y',
      ]
      for (const path of pages) answers.push((await agent.send('GET', provider.base + path)).body)
      seen(await provider.revoke(client, 'unknown-token-nobody-may-log'))
      seen(await provider.revoke(client, String(second.json['access_token'])))
      seen(await provider.exchange(client, code, { code_verifier: VERIFIER }))
      seen(await provider.refresh(client, String(first.json['refresh_token'])))
      const rotated = await provider.deps.applications.rotateSecret(client.application.id, 60)
      keep('rotated secret', rotated?.secret)
      answers.push(
        JSON.stringify(await provider.deps.applicationLog.list(client.application.id, { limit: 100 })),
      )
      await provider.deps.applicationLog.flush()
    }

    const leaks = (text: string) =>
      [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name)

    it('some secrets exist to search for', () => {
      expect(secrets.size).toBe(15)
      for (const [name, secret] of secrets) expect(secret.length, name).toBeGreaterThan(11)
    })

    it('nothing secret is in the database', async () => {
      expect(leaks(await dump(provider))).toEqual([])
    })

    it('nothing secret is in the log, and neither is state', () => {
      const log = provider.logs()
      expect(log.split('\n').length).toBeGreaterThan(20)
      expect(leaks(log)).toEqual([])
      expect(log).not.toContain(STATE)
    })

    it('nothing secret is in a page, an error or the developers\u2019 log', () => {
      expect(answers.length).toBeGreaterThan(15)
      expect(answers.flatMap(leaks)).toEqual([])
    })
  },
)
