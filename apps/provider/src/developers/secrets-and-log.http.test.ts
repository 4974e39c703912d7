import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { answer, consentPageOf } from '#testing/harbour-client.ts'
import { developer, madeOf, register, startDevelopers, token, world } from './testing/developers-fixture.ts'

startDevelopers()

describe('the secrets of an application', () => {
  it('are at most two at a time, and the older one can be ended', async () => {
    const agent = await developer()
    const made = madeOf(await register(agent))
    const rotate = async () => {
      const page = await agent.visit(world.harbour.url + made.path)
      return madeOf(await agent.submit(page, formTo(page, '/rotate'))).secret
    }
    const second = await rotate()
    expect((await token(made.clientId, made.secret)).status).toBe(400)
    expect((await token(made.clientId, second)).status).toBe(400)
    const third = await rotate()
    expect((await token(made.clientId, made.secret)).status).toBe(401)
    const page = await agent.visit(world.harbour.url + made.path)
    await agent.submit(page, formTo(page, '/end-overlap'))
    expect((await token(made.clientId, second)).status).toBe(401)
    expect((await token(made.clientId, third)).status).toBe(400)
  })
})

describe('the log of an application', () => {
  it('lists every call with the exact reason of each refusal, and never a secret, code or token', async () => {
    const agent = await developer()
    const made = madeOf(await register(agent))
    const { agent: person, page } = await consentPageOf(world.harbour, 'single@harbour.example', {
      client_id: made.clientId,
      scope: 'user:read business:read',
    })
    const code =
      new URL((await answer(person, page, { answer: 'allow' })).location ?? '').searchParams.get('code') ?? ''
    await token(made.clientId, made.secret, { code, redirect_uri: 'http://app.example/callback/x' })
    await token(made.clientId, 'not-the-secret', { code })
    const tokens = (await token(made.clientId, made.secret, { code })).body
    const access = String(tokens['access_token'])
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    await fetch(`${world.harbour.url}/graphql/public`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: 'query WhoAmI { user { id } }', operationName: 'WhoAmI' }),
    })
    await createBrowserAgent().send(
      'GET',
      world.harbour.authorizeUrl({ client_id: made.clientId, scope: 'vendor:write' }),
    )
    await fetch(`${world.harbour.url}/oauth2/token-revoke/`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: made.clientId, client_secret: made.secret, token: access }),
    })

    const log = await agent.visit(`${world.harbour.url}${made.path}/log`)
    expect(log.body).toContain('redirect_uri differs from the authorize value at character')
    expect(log.body).toContain('invalid_client')
    expect(log.body).toContain('WhoAmI')
    expect(log.body).toContain('The person allowed it.')
    expect(log.body).toContain('invalid_scope')
    expect(log.body).toMatch(/revoke/)
    for (const secret of [made.secret, 'not-the-secret', code, access, String(tokens['refresh_token'])]) {
      expect(log.body).not.toContain(secret)
      expect(world.harbour.log()).not.toContain(secret)
    }

    const refused = await agent.visit(`${world.harbour.url}${made.path}/log?outcome=refused&endpoint=token`)
    expect(refused.body).toContain('invalid_client')
    expect(refused.body).not.toContain('WhoAmI')
    const unknownFilter = await agent.visit(
      `${world.harbour.url}${made.path}/log?outcome=x&endpoint=y&before=z`,
    )
    expect(unknownFilter.body).toContain('WhoAmI')
  })

  it('is read page by page', async () => {
    const agent = await developer()
    const made = madeOf(await register(agent))
    await Promise.all(Array.from({ length: 51 }, () => token(made.clientId, made.secret)))
    const first = await agent.visit(`${world.harbour.url}${made.path}/log`)
    expect(first.body).toContain('50 calls')
    const older = /href="([^"]+before=\d+)"/.exec(first.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await agent.visit(world.harbour.url + older)
    expect(second.body).toContain('1 call')
    expect(second.body).not.toContain('rel="next"')
    expect(second.body).toContain('Newer')
  })
})
