import type { Left } from '@counterfoil/bff-api/session'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { beforeEach, describe, expect, it } from 'vitest'

let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  const world = await startBffWorld()
  ;({ provider, bff, maria } = world)
  return world.close
})

const signOut = async (choice: Record<string, boolean> = { everywhere: false }) =>
  (await maria.post('/api/sign-out', choice)).json<Left>()
const signIn = (fields: Record<string, string> = {}) => maria.connect({ intent: 'sign_in', ...fields })
const deviceCookie = () => /counterfoil-device=([^;]*)/.exec(maria.agent.cookies(bff.url))?.[1]

describe('the cookie of a remembered device', () => {
  it('is sealed, HttpOnly and SameSite=Lax, and set only if its content changes', async () => {
    const stopAt = `${bff.url}/connect/callback`
    const { location = '' } = await maria.start({}, { stopAt })
    const { headers } = await maria.agent.send('GET', location, { headers: {} })
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies.find((cookie) => cookie.startsWith('counterfoil-device='))).toMatch(
      /^counterfoil-device=k1\.[\w-]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const { id } = await maria.connection()
    expect((await maria.post(`/api/connections/${id}/use`)).headers['set-cookie']).toBeUndefined()
    expect((await maria.agent.visit(bff.url)).headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['forged', () => 'k1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['of another installation', () => 'k9.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['empty', () => ''],
    [
      'changed by a letter',
      (good: string) => `${good.slice(0, -4)}${good.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    ],
  ])('is ignored if it is %s', async (_name, change) => {
    await maria.connect()
    await signOut()
    const cookie = `counterfoil-device=${change(deviceCookie() ?? '')}`
    const stranger = createBffPerson(bff.url, { cookie })
    expect((await stranger.get('/api/session')).json()).toMatchObject({ returning: null })
  })

  it('contains the business that was shown last', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    provider.person(BAKERY)
    await maria.connect()
    await maria.post(`/api/connections/${id}/use`)
    expect((await signOut()).session.returning).toEqual({ businessName: 'Fake & Co' })
  })

  it('is deleted by "forget this device", even while signed in, until the next sign-in', async () => {
    await maria.connect()
    expect((await maria.post('/api/device/forget')).json()).toMatchObject({ returning: null })
    await maria.visit()
    expect((await signOut()).session.returning).toBeNull()
    await signIn()
    expect((await signOut()).session.returning).not.toBeNull()
    expect((await maria.post('/api/device/forget')).json()).toMatchObject({ returning: null })
    expect(deviceCookie()).toBeUndefined()
    expect((await maria.session()).returning).toBeNull()
    expect(provider.callsOf('revoke').length).toBeLessThanOrEqual(2)
  })

  it('expires with its connection, after as many days as an unused connection lives', async () => {
    await maria.connect()
    await maria.post(`/api/connections/${(await maria.connection()).id}/disconnect`)
    expect(deviceCookie()).toBeUndefined()
    await maria.connect()
    await signOut()
    bff.advance(89 * 86_400_000)
    expect((await maria.session()).returning).not.toBeNull()
    bff.advance(2 * 86_400_000)
    expect((await maria.session()).returning).toBeNull()
  })
})
