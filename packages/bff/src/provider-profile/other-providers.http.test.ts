import { afterEach, describe, expect, it } from 'vitest'
import { PERSON } from './testing/other-provider.ts'
import { OTHER_PROVIDERS, startOtherWorld, type OtherWorld } from './testing/other-world.ts'

let world: OtherWorld
afterEach(() => world.close())

describe.each(OTHER_PROVIDERS)('the BFF with the provider $name', (server) => {
  it('connects, reads, refreshes once at token expiry, and disconnects', async () => {
    world = await startOtherWorld(server)
    const { rosa, provider } = world
    const connection = await world.connect()
    expect(connection).toMatchObject({ state: 'connected', email: PERSON.email, missing: [], endsAt: null })
    if (provider.profile.business === undefined) expect(connection.businessName).toBe(provider.profile.name)
    expect((await rosa.query(connection.id)).json()).toMatchObject({
      data: { user: { defaultEmail: PERSON.email } },
    })

    world.expire()
    const answers = await Promise.all(Array.from({ length: 20 }, () => rosa.query(connection.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(world.tokenCalls('refresh_token')).toHaveLength(1)

    const token = world.lastToken()
    expect(await provider.isAlive(token)).toBe(true)
    expect((await rosa.post(`/api/connections/${connection.id}/disconnect`)).json()).toMatchObject({
      revocation: 'confirmed',
    })
    expect(await provider.isAlive(token)).toBe(false)
    expect(await rosa.session()).toMatchObject({ provider: { name: provider.profile.name, revokes: true } })
  })
})
