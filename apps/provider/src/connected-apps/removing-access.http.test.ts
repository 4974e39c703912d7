import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { asAccessToken } from '@counterfoil/oauth/testing/ids'
import { STEP_UP_MS } from '#users/browser-session.ts'
import { answer, consentPageOf, headingOf, signIn } from '#testing/harbour-client.ts'
import {
  apps,
  call,
  connect,
  detailsPath,
  newPerson,
  startConnectedApps,
  token,
  world,
} from './testing/connected-apps-fixture.ts'

startConnectedApps()

describe('removing access', () => {
  it('revokes access token, refresh token and stored consent at once, and confirms it', async () => {
    const { agent, tokens } = await connect(await newPerson('Gone Tea'))
    const remove = await agent.visit(`${world.harbour.url}${detailsPath(await apps(agent))}/remove`)
    expect(headingOf(remove)).toBe('Remove Counterfoil’s access to Gone Tea?')
    expect(remove.body).toContain('ask app.example to delete them')
    const done = await agent.submit(remove, formTo(remove, '/remove'))
    expect(headingOf(done)).toBe('Removed. Counterfoil can’t see Gone Tea.')

    expect(await call(asAccessToken(tokens.access_token))).toBe(401)
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(refreshed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const { page: asked } = await consentPageOf(world.harbour, '', {}, agent)
    expect(headingOf(asked)).toBe('Let Counterfoil see your business?')
    expect(asked.body).not.toContain('You allowed this on')
  })

  it('shows when the access was removed if it was removed before', async () => {
    const { agent } = await connect(await newPerson('Twice Tea'))
    const path = detailsPath(await apps(agent))
    const remove = await agent.visit(`${world.harbour.url}${path}/remove`)
    await agent.submit(remove, formTo(remove, '/remove'))
    const again = await agent.submit(remove, formTo(remove, '/remove'))
    expect(again.body).toMatch(/Access was already removed on \d+\u00A0\w+\./)
    expect((await agent.visit(world.harbour.url + path)).body).toContain('Access was already removed')
  })

  it('revokes a code that was not exchanged yet', async () => {
    const { agent, page } = await consentPageOf(world.harbour, await newPerson('Early Tea'))
    const { location } = await answer(agent, page, { answer: 'allow' })
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const remove = await agent.visit(`${world.harbour.url}${detailsPath(await apps(agent))}/remove`)
    await agent.submit(remove, formTo(remove, '/remove'))
    expect(await token({ grant_type: 'authorization_code', code })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  it('is refused to another person with the page of an unknown address', async () => {
    const { agent, tokens } = await connect(await newPerson('Private Tea'))
    const path = detailsPath(await apps(agent))
    const stranger = createBrowserAgent()
    await signIn(stranger, await apps(stranger), 'single@harbour.example')
    for (const target of [path, `${path}/remove`]) {
      const page = await stranger.visit(world.harbour.url + target)
      expect(page.status).toBe(404)
      expect(page.body).not.toContain('Private Tea')
    }
    const own = formTo(await agent.visit(`${world.harbour.url}${path}/remove`), '/remove')
    expect((await stranger.post(own.action, own.fields)).status).toBe(404)
    expect(await call(asAccessToken(tokens.access_token))).toBe(200)
  })

  it('requires the CSRF token of the form and our own origin', async () => {
    const { agent, tokens } = await connect(await newPerson('Forged Tea'))
    const path = `${world.harbour.url}${detailsPath(await apps(agent))}/remove`
    expect((await agent.post(path, { csrf: 'x' })).status).toBe(400)
    expect((await agent.post(path, {}, { from: 'http://evil.example/' })).status).toBe(403)
    expect(await call(asAccessToken(tokens.access_token))).toBe(200)
  })
})

describe('removing all apps', () => {
  it('requires the password again after five minutes, and then revokes every grant', async () => {
    const { agent, tokens } = await connect(await newPerson('All Tea'))
    const soon = await agent.visit(`${world.harbour.url}/connected-apps/remove-all`)
    expect(headingOf(soon)).toBe('Remove all apps and tokens?')
    world.harbour.wait(STEP_UP_MS)
    const late = await agent.submit(soon, formTo(soon, '/remove-all'))
    expect(headingOf(late)).toBe('Enter your password to continue.')
    expect(await call(asAccessToken(tokens.access_token))).toBe(200)

    const wrong = await agent.submit(late, formTo(late, '/confirm-password'), { password: 'wrong' })
    expect(wrong.body).toContain('That password isn’t right.')
    const right = await agent.submit(wrong, formTo(wrong, '/confirm-password'), { password: 'harbour-demo' })
    expect(right.body).toContain('1 connection or token ends at once.')
    const done = await agent.submit(right, formTo(right, '/remove-all'))
    expect(headingOf(done)).toBe(
      'Removed. No app you connected and no token of yours can see your businesses.',
    )
    expect(await call(asAccessToken(tokens.access_token))).toBe(401)
    expect((await apps(agent)).body).toContain('No app and no personal token can see your businesses.')
  })
})
