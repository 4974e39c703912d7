import { addressOf } from '@counterfoil/bff-api/paths'
import { bootOf, createBffPerson } from '@counterfoil/testkit/bff-person'
import { beforeEach, describe, expect, it } from 'vitest'
import { startJourneyWorld, world } from '#connect/testing/connect-flow-fixture.ts'
import { businessKeyOf } from './business-key.ts'

startJourneyWorld()
const wireId = (digit: string) => btoa(`Business:0198c0de-1234-7abc-8def-${digit.repeat(12)}`)
const keyOf = (digit: string) => businessKeyOf(wireId(digit) as Parameters<typeof businessKeyOf>[0])
const NORTHWIND = { businessId: wireId('1'), businessName: 'Northwind' }
const BAKERY = { businessId: wireId('2'), businessName: 'Bakery' }

const open = (address: string) => world.maria.agent.visit(world.bff.url + address)
/** Opens an address and returns where it led, its status, and the name of the business shown. */
async function land(address: string) {
  const page = await open(address)
  const { session } = bootOf(page)
  const shown = session.connections.find(({ id }) => id === session.selectedConnectionId)
  return { at: page.url.slice(world.bff.url.length), shown: shown?.businessName, status: page.status }
}

describe('the business named in an address', () => {
  beforeEach(async () => {
    world.provider.person(NORTHWIND)
    await world.maria.connect()
    world.provider.person(BAKERY)
    await world.maria.connect()
  })

  it('determines the displayed business, whichever was opened last', async () => {
    for (const [digit, shown] of [
      ['1', 'Northwind'],
      ['2', 'Bakery'],
      ['1', 'Northwind'],
    ] as const) {
      const at = addressOf({ business: keyOf(digit), page: '/settings/connection' })
      expect(await land(at)).toMatchObject({ at, shown })
    }
  })

  it('is added to addresses without one, with their query: it is the business opened last', async () => {
    await open(addressOf({ business: keyOf('1'), page: '/' }))
    expect(await land('/invoices?state=late')).toMatchObject({
      at: addressOf({ business: keyOf('1'), page: '/invoices?state=late' }),
      shown: 'Northwind',
    })
    expect((await world.maria.agent.send('GET', `${world.bff.url}/`)).status).toBe(303)
    const { id } = bootOf(
      await open(addressOf({ business: keyOf('2'), page: '/' })),
    ).session.connections.find(({ key }) => key === keyOf('1')) ?? { id: '' }
    await world.maria.post(`/api/connections/${id}/use`)
    expect(await land('/')).toMatchObject({
      at: addressOf({ business: keyOf('1'), page: '/' }),
      shown: 'Northwind',
    })
  })

  it('is ignored if the person has not connected it, and no other business is shown for it', async () => {
    expect(await land(addressOf({ business: keyOf('3'), page: '/invoices' }))).toMatchObject({
      shown: undefined,
    })
    // What was opened in vain was not used.
    expect(await land('/')).toMatchObject({ shown: 'Bakery' })
  })

  it('stays the same after disconnecting and connecting again', async () => {
    const { id } = await world.maria.connection()
    await world.maria.post(`/api/connections/${id}/disconnect`)
    expect(await land(addressOf({ business: keyOf('2'), page: '/' }))).toMatchObject({ shown: 'Bakery' })
    await world.maria.connect({
      intent: 'reconnect',
      connection_id: id,
      return_to: addressOf({ business: keyOf('2'), page: '/' }),
    })
    expect(await land(addressOf({ business: keyOf('2'), page: '/' }))).toMatchObject({ shown: 'Bakery' })
  })
})

describe('a link to a business', () => {
  it('requests that business at the provider and returns to its page', async () => {
    const at = addressOf({ business: keyOf('2'), page: '/invoices' })
    world.provider.person(BAKERY)
    const landed = await world.maria.start({ business: keyOf('2'), return_to: at })
    expect(world.provider.callsOf('authorize').at(-1)?.fields).toMatchObject({
      businessId: BAKERY.businessId,
    })
    expect(landed.url).toMatch(new RegExp(`${at}\\?result=[\\w-]+$`))
  })

  it('leads to the overview of another business if that one was chosen', async () => {
    world.provider.person(NORTHWIND)
    const landed = await world.maria.start({
      business: keyOf('2'),
      return_to: addressOf({ business: keyOf('2'), page: '/invoices/7' }),
    })
    expect(landed.url).toMatch(
      new RegExp(`${addressOf({ business: keyOf('1'), page: '/' })}\\?result=[\\w-]+$`),
    )
  })

  it('leads to its page after signing in', async () => {
    world.provider.person(BAKERY)
    await world.maria.connect()
    world.provider.person(NORTHWIND)
    await world.maria.connect()
    await world.maria.post('/api/sign-out', { everywhere: false })
    const landed = await world.maria.start({
      intent: 'sign_in',
      return_to: addressOf({ business: keyOf('2'), page: '/invoices' }),
    })
    const { session } = bootOf(landed)
    const { businessName } = session.connections.find(({ id }) => id === session.selectedConnectionId) ?? {}
    expect(businessName).toBe('Bakery')
  })

  it('shows nothing about the business to other people', async () => {
    world.provider.person(BAKERY)
    await world.maria.connect()
    const stranger = createBffPerson(world.bff.url)
    const page = await stranger.agent.visit(
      world.bff.url + addressOf({ business: keyOf('2'), page: '/invoices' }),
    )
    expect(page.body).not.toContain('Bakery')
    expect(bootOf(page).session.selectedConnectionId).toBeNull()
  })
})
