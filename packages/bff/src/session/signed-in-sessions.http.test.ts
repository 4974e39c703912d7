import type { SignedInSession } from '@counterfoil/bff-api/session'
import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { SAM } from '@counterfoil/testkit/bff-world'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { startSessionWorld, world, sessionKeys } from './testing/sessions-fixture.ts'

startSessionWorld()

describe('the list of sessions', () => {
  it('shows every session with its device, and can end another one', async () => {
    await world.maria.connect()
    const phone = createBffPerson(world.bff.url)
    await phone.connect()
    const list = (await world.maria.get('/api/sessions')).json<SignedInSession[]>()
    expect(list.map(({ current, device }) => [current, device])).toContainEqual([true, 'Firefox on Linux'])
    expect(list).toHaveLength(2)
    const [key = ''] = await sessionKeys()
    expect(JSON.stringify(list)).not.toContain(key.slice('sess:'.length))

    const other = list.find(({ current }) => !current)?.id
    expect((await world.maria.post(`/api/sessions/${other}/end`)).status).toBe(204)
    expect((await phone.session()).person).toBeNull()
    expect((await world.maria.session()).person).not.toBeNull()
    expect((await world.maria.get('/api/sessions')).json<SignedInSession[]>()).toHaveLength(1)
  })

  it('cannot end a session of another person, nor the present one', async () => {
    await world.maria.connect()
    const own = (await world.maria.get('/api/sessions')).json<SignedInSession[]>()[0]?.id
    world.provider.person(SAM)
    const sam = createBffPerson(world.bff.url)
    await sam.connect()
    expect((await sam.post(`/api/sessions/${own}/end`)).status).toBe(404)
    expect((await world.maria.post(`/api/sessions/${own}/end`)).status).toBe(404)
    expect((await world.maria.session()).person).not.toBeNull()
  })

  it('shows the same connections in every browser of the person', async () => {
    await world.maria.connect()
    const phone = createBffPerson(world.bff.url)
    await phone.connect()
    expect((await phone.connection()).id).toBe((await world.maria.connection()).id)
  })
})

describe('signing out', () => {
  it('ends this session, clears the browser’s data, and keeps every business connected', async () => {
    await world.maria.connect()
    const answer = await world.maria.post('/api/sign-out', { everywhere: false })
    expect(answer.json()).toMatchObject({
      result: { kind: 'signed_out', stayConnected: 1, disconnected: 0, revocation: null },
      session: { person: null, connections: [] },
    })
    expect(answer.headers['clear-site-data']).toContain('"cache"')
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(world.maria.agent.cookies(world.bff.url)).not.toContain('counterfoil-session')
    expect(world.provider.callsOf('revoke')).toHaveLength(0)
    expect(world.provider.aliveTokens()).toHaveLength(2)
  })

  it('leaves no data for the next user of the browser', async () => {
    const { connectResult } = await world.maria.connect()
    await world.maria.start({}, { stopAt: world.provider.authUrl })
    await world.maria.post('/api/preferences', { locale: 'fr' })
    expect((await world.maria.session()).openAttempt).not.toBeNull()
    const answer = (await world.maria.post('/api/sign-out', { everywhere: false })).json()
    expect(answer).toMatchObject({ session: { openAttempt: null, locale: 'fr' } })
    expect(world.maria.agent.cookies(world.bff.url)).not.toContain('counterfoil-attempt')
    expect((await world.maria.get(`/api/connect-results/${connectResult?.id}`)).status).toBe(404)
  })

  it('keeps the connections while the person has another session', async () => {
    await world.maria.connect()
    const phone = createBffPerson(world.bff.url)
    await phone.connect()
    await until('only the newest tokens live', () => world.provider.aliveTokens().length === 2)
    await world.maria.post('/api/sign-out', { everywhere: false })
    expect((await phone.connection()).state).toBe('connected')
    expect((await phone.query((await phone.connection()).id)).status).toBe(200)
  })

  it('can end all sessions', async () => {
    await world.maria.connect()
    const phone = createBffPerson(world.bff.url)
    await phone.connect()
    const answer = await phone.post('/api/sign-out', { everywhere: true })
    expect(answer.json()).toMatchObject({ result: { kind: 'signed_out_everywhere', stayConnected: 1 } })
    expect((await world.maria.session()).person).toBeNull()
    expect((await phone.session()).person).toBeNull()
    await until('only what was replaced is dead', () => world.provider.aliveTokens().length === 2)
  })

  it('accepts only a small JSON body', async () => {
    await world.maria.connect()
    for (const [body, type, code] of [
      ['{', 'application/json', 'bad-request'],
      ['{"everywhere":"yes"}', 'application/json', 'bad-request'],
      ['everywhere=true', 'application/x-www-form-urlencoded', 'unsupported-media-type'],
    ]) {
      const answer = await world.maria.agent.send('POST', `${world.bff.url}/api/sign-out`, {
        headers: { ...SCRIPT_HEADERS, origin: world.bff.url, 'content-type': type ?? '' },
        body: body ?? '',
      })
      expect(answer.json()).toMatchObject({ code })
    }
    expect((await world.maria.session()).person).not.toBeNull()
  })
})
