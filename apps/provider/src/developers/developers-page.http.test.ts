import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { CALLBACK, consentPageOf, headingOf } from '#testing/harbour-client.ts'
import {
  developer,
  GOOD,
  madeOf,
  register,
  startDevelopers,
  token,
  world,
} from './testing/developers-fixture.ts'

startDevelopers()

describe('registering an application', () => {
  it('shows the secret once, and never again', async () => {
    const agent = await developer()
    const made = madeOf(await register(agent))
    expect(made.secret.length).toBeGreaterThan(20)
    expect((await token(made.clientId, made.secret)).body['error']).toBe('invalid_grant')
    const page = await agent.visit(world.harbour.url + made.path)
    expect(page.body).toContain(made.clientId)
    expect(page.body).not.toContain(made.secret)
    expect(page.body).toContain(made.secret.slice(-4))
    expect(page.body).toContain('600 seconds')
    expect((await agent.visit(`${world.harbour.url}/developers`)).body).toContain(
      'Harbour has not checked it',
    )
  })

  it('shows a warning on the consent page until the provider has checked the application', async () => {
    const made = madeOf(await register(await developer()))
    const { page } = await consentPageOf(world.harbour, 'single@harbour.example', {
      client_id: made.clientId,
      scope: 'user:read business:read',
    })
    expect(page.body).toContain(
      'Harbour hasn’t checked this app. Only the address is certain: <b>app.example</b>.',
    )
  })

  it('keeps the typed text, including line breaks, and shows every fault', async () => {
    const page = await register(await developer(), {
      name: '',
      redirects: 'https://a.example/x\nhttps://b.example/%2e%2e/y',
      scopes: 'user:read nonsense:read',
    })
    expect(page.status).toBe(422)
    expect(page.body).toContain('https://a.example/x&#10;https://b.example/%2e%2e/y</textarea>')
    expect(page.body).toContain('<a href="#name">Enter a name</a>')
    expect(page.body).toContain('There is no scope nonsense:read')
    expect(page.body).toContain('aria-invalid="true"')
  })

  it('can be changed to require redirect_uri at refreshes and to send iss, and shows both settings', async () => {
    const agent = await developer()
    const made = madeOf(await register(agent, { strict: '1', iss: '1' }))
    const page = await agent.visit(world.harbour.url + made.path)
    expect(page.body).toContain('is refused (strict)')
    expect(page.body).toMatch(/iss in authorization responses<\/dt>\s*<dd[^>]*>is sent</)
    const edit = await agent.visit(`${world.harbour.url}${made.path}/edit`)
    expect(edit.body).toMatch(/name="strict"[^>]*checked/)
    expect(edit.body).toMatch(/name="iss"[^>]*checked/)
    const { strict: _, iss: __, ...unticked } = formTo(edit, '/edit').fields
    const fields = { ...GOOD, ...unticked, redirects: GOOD.redirects, scopes: GOOD.scopes }
    await agent.post(formTo(edit, '/edit').action, fields, { from: edit.url })
    const { body } = await agent.visit(world.harbour.url + made.path)
    expect(body).toContain('is accepted, and noted in the log of calls')
    expect(body).toMatch(/iss in authorization responses<\/dt>\s*<dd[^>]*>is left out</)
  })

  it('prints names as text, never as HTML', async () => {
    const agent = await developer()
    const made = await register(agent, { name: '<img src=x onerror=alert(1)>' })
    expect(headingOf(made)).toBe('&lt;img src=x onerror=alert(1)&gt; is registered')
    expect(made.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(made.body).not.toContain('<img src=x')
  })
})

describe('the tester of redirect URIs', () => {
  it.each([
    [CALLBACK, 'Accepted'],
    [`${CALLBACK}/deeper`, 'Accepted'],
    ['https://app.example/callback', 'Accepted'],
    [`${CALLBACK}/`, 'Accepted'],
    [`${CALLBACK}//`, 'Refused: its path contains two slashes in a row'],
    [`${CALLBACK}/%c0%ae`, 'Refused: it contains bytes that are not UTF-8'],
    [`${CALLBACK}?code=1`, 'Refused: its query contains a parameter of the response, such as code or state'],
    ['http://app.example/callbackx', 'Refused: the path is neither the entry’s path nor below it'],
    ['http://app.example:8080/callback', 'Refused: the port differs from the entry'],
    ['http://evil.example/callback', 'Refused: the host differs from every entry'],
    ['http://app.example/callback/../other', 'Refused: its path contains . or ..'],
    ['http://user@app.example/callback', 'Refused: it contains a user name or password'],
    ['', 'Refused: it is empty'],
  ])('answers for %s: %s, like the authorization endpoint', async (uri, verdict) => {
    const agent = await developer()
    const made = madeOf(await register(agent, { redirects: CALLBACK }))
    const page = await agent.visit(`${world.harbour.url}${made.path}?uri=${encodeURIComponent(uri)}`)
    expect(page.body).toContain(`<h3>${verdict}</h3>`)
    if (uri === '') return
    const authorize = await createBrowserAgent().send(
      'GET',
      world.harbour.authorizeUrl({ client_id: made.clientId, redirect_uri: uri, scope: 'user:read' }),
    )
    expect(authorize.status).toBe(verdict === 'Accepted' ? 303 : 400)
    if (verdict !== 'Accepted') expect(authorize.location).toBeUndefined()
  })
})

describe('another person’s application', () => {
  it('is answered as unknown, on every page and by every form', async () => {
    const owner = await developer()
    const made = madeOf(await register(owner))
    const own = formTo(await owner.visit(world.harbour.url + made.path), '/rotate').fields
    const stranger = await developer('single@harbour.example')
    for (const path of ['', '/edit', '/log', '/delete']) {
      const page = await stranger.visit(world.harbour.url + made.path + path)
      expect(page.status).toBe(404)
      expect(page.body).not.toContain(made.clientId)
    }
    const strangersToken =
      formTo(await stranger.visit(`${world.harbour.url}/developers/new`), '/developers/new').fields['csrf'] ??
      ''
    for (const path of ['/edit', '/rotate', '/end-overlap', '/delete']) {
      expect(
        (await stranger.post(world.harbour.url + made.path + path, { ...own, csrf: strangersToken })).status,
      ).toBe(404)
    }
    expect((await token(made.clientId, made.secret)).status).toBe(400)
  })
})

describe('changing and deleting an application', () => {
  it('loses the mark "checked" when its name or an address changes, and keeps it otherwise', async () => {
    await world.harbour.admin(
      'application',
      'update',
      '--client-id',
      world.harbour.clientId,
      '--owner',
      'many@harbour.example',
    )
    const agent = await developer()
    const list = await agent.visit(`${world.harbour.url}/developers`)
    const path =
      /href="(\/developers\/[0-9a-f-]{36})"\s*>\s*(?:<span>)?\s*Open<span class="unseen">\s*Counterfoil/.exec(
        list.body,
      )?.[1] ?? ''
    const form = await agent.visit(`${world.harbour.url}${path}/edit`)
    const fields = { ...GOOD, name: 'Counterfoil', home_page: 'http://app.example/', redirects: CALLBACK }
    await agent.submit(form, formTo(form, '/edit'), { ...fields, seconds: '900' })
    const shown = async () =>
      (await world.harbour.admin('application', 'show', '--client-id', world.harbour.clientId))['checked']
    expect(await shown()).toBe(true)
    await agent.submit(form, formTo(form, '/edit'), {
      ...fields,
      redirects: `${CALLBACK}\nhttps://evil.example/`,
    })
    expect(await shown()).toBe(false)
  })

  it('invalidates its secrets when it is deleted', async () => {
    const agent = await developer()
    const made = madeOf(await register(agent))
    const page = await agent.visit(`${world.harbour.url}${made.path}/delete`)
    const done = await agent.submit(page, formTo(page, '/delete'))
    expect(done.body).toContain('<b>Tide Table</b> is deleted.')
    expect((await token(made.clientId, made.secret)).status).toBe(401)
    expect((await agent.visit(world.harbour.url + made.path)).status).toBe(404)
  })
})
