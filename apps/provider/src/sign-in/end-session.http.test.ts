import { formTo, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { END_SESSION_PATH } from '@counterfoil/oauth/endpoints'
import { describe, expect, it } from 'vitest'
import { CALLBACK, consentPageOf, headingOf } from '#testing/harbour-client.ts'
import { newAgent, startSignIn, tryPassword, world } from './testing/sign-in-fixture.ts'

startSignIn()

const MANY = 'many@harbour.example'

function endSession(agent: BrowserAgent, query: Readonly<Record<string, string>> = {}) {
  const all = {
    client_id: world.harbour.clientId,
    post_logout_redirect_uri: `${CALLBACK}/signed-out`,
    state: 'a&b',
    ...query,
  }
  const address = `${world.harbour.url}/oauth2/end-session/?${new URLSearchParams(all).toString()}`
  return agent.visit(address, { stopAt: CALLBACK })
}

async function signedIn() {
  const agent = newAgent()
  await tryPassword(agent, MANY, 'harbour-demo')
  return agent
}

const isSignedIn = async (agent: BrowserAgent) =>
  headingOf(await agent.visit(`${world.harbour.url}/connected-apps`)) !== 'Sign in to Harbour'

describe('the end_session endpoint', () => {
  it('is listed in the metadata', async () => {
    const metadata = await fetch(`${world.harbour.url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({
      end_session_endpoint: `${world.harbour.url}/oauth2/end-session/`,
      prompt_values_supported: ['none', 'login', 'consent'],
    })
  })

  it('asks for confirmation, then ends the session of the browser and redirects to the application with the state', async () => {
    const agent = await signedIn()
    await tryPassword(agent, 'single@harbour.example', 'harbour-demo')
    const page = await endSession(agent)
    expect(headingOf(page)).toBe('Sign out of Harbour?')
    expect(await isSignedIn(agent)).toBe(true)
    const back = await agent.submit(page, formTo(page, END_SESSION_PATH), {}, { stopAt: CALLBACK })
    expect(back.location).toBe(`${CALLBACK}/signed-out?state=a%26b`)
    expect(await isSignedIn(agent)).toBe(false)
    // The sign-in page does not show the address of the previous user.
    const again = await consentPageOf(world.harbour, '', {}, agent).catch(() => undefined)
    expect(again?.page.body ?? '').not.toContain(MANY)
  })

  it('redirects to the application without confirmation if nobody is signed in', async () => {
    expect((await endSession(newAgent())).location).toBe(`${CALLBACK}/signed-out?state=a%26b`)
  })

  it.each([
    { post_logout_redirect_uri: 'http://app.example.evil.example/callback' },
    { post_logout_redirect_uri: 'http://app.example/other' },
    { post_logout_redirect_uri: 'http://app.example/callback/../other' },
    { client_id: 'nobody' },
    { client_id: '' },
  ])('never redirects to an address that is not registered: %o', async (query) => {
    const agent = await signedIn()
    const page = await endSession(agent, query)
    expect([page.status, page.url.startsWith(world.harbour.url)]).toEqual([400, true])
    expect(page.body).not.toContain('/oauth2/end-session/"')
    const forged = await agent.post(
      `${world.harbour.url}/oauth2/end-session/`,
      {
        client_id: world.harbour.clientId,
        post_logout_redirect_uri: `${CALLBACK}/signed-out`,
        ...query,
      },
      { from: `${world.harbour.url}/`, stopAt: 'http://app.example' },
    )
    expect(forged.location).toBeUndefined()
    expect(await isSignedIn(agent)).toBe(true)
  })

  it('shows a page after signing out if the request has no redirect address', async () => {
    const agent = await signedIn()
    const page = await endSession(agent, {
      post_logout_redirect_uri: '',
      client_id: '',
      state: '',
    })
    const out = await agent.submit(page, formTo(page, END_SESSION_PATH), {})
    expect(headingOf(out)).toBe('You’re signed out of Harbour.')
  })
})
