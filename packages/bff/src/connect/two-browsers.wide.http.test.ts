import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, type BffWorld, startBffWorld } from '@counterfoil/testkit/bff-world'
import { caseCount } from '@counterfoil/testkit/sample'
import { until } from '@counterfoil/testkit/until'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const SHOP = {
  businessId: Buffer.from('Business:22222222-2222-4222-8222-222222222222').toString('base64'),
  businessName: 'Fake & Co',
}

const BROWSER = fc.integer({ min: 0, max: 1 })
const ACTION = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('connect', 'come back'), browser: BROWSER }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('read'), browser: BROWSER }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('disconnect', 'sign out', 'leave'), browser: BROWSER }),
  },
)
/** Everything of a wave happens at the same time. */
const HISTORY = fc.array(
  fc.record({
    business: fc.constantFrom(SHOP, BAKERY),
    /** Access tokens end before it. */
    expires: fc.boolean(),
    actions: fc.array(ACTION, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
)

type Action = { readonly does: string; readonly browser: number }

async function act(people: readonly BffPerson[], { does, browser }: Action): Promise<void> {
  const person = people[browser]
  if (person === undefined) return
  const living = async () => (await person.session()).connections.find(({ state }) => state === 'connected')
  switch (does) {
    case 'connect':
      return void (await person.connect())
    case 'come back':
      return void (await person.connect({ intent: 'sign_in' }))
    case 'read': {
      const connection = await living()
      if (connection !== undefined) await person.query(connection.id)
      return
    }
    case 'disconnect': {
      const connection = await living()
      if (connection !== undefined) await person.post(`/api/connections/${connection.id}/disconnect`)
      return
    }
    default:
      await person.post('/api/sign-out', { everywhere: false, disconnectAll: does === 'leave' })
  }
}

/** The time in milliseconds after which every unanswered question of an attempt has expired. */
const QUESTIONS_END_MS = 720_000

/** Counts pairs of tokens that are kept until a person decides whether the received business is the intended one. */
async function countUnanswered({ store }: BffWorld): Promise<number> {
  const lists = await store.keys('connection:*:revocations')
  const items = (await Promise.all(lists.map((key) => store.hvals(key)))).flat()
  return items.filter((item) => Number.parseInt(item) > Date.now() + 60_000).length
}

/** Tokens that live at the provider, and connections that a person who signs in again finds. */
async function settled(world: BffWorld): Promise<void> {
  const { provider, bff } = world
  const fresh = createBffPerson(bff.url)
  provider.person(SHOP)
  await fresh.connect({ intent: 'sign_in' })
  const living = (await fresh.session()).connections.filter(({ state }) => state === 'connected')
  // A token that ended before is renewed by it.
  for (const { id } of living) expect((await fresh.query(id)).status).toBe(200)
  await until('every token that lives belongs to a connection or a question', async () => {
    // The access token of a question may have ended by itself.
    return provider.aliveTokens().length <= 2 * (living.length + (await countUnanswered(world)))
  })
  bff.advance(QUESTIONS_END_MS)
  await until('every token that lives belongs to a connection', () => {
    return provider.aliveTokens().length === 2 * living.length
  })
}

describe('the simultaneous actions of two browsers of one person', () => {
  it('leave no token valid that no connection holds, even after simultaneous actions', async () => {
    await fc.assert(
      fc.asyncProperty(HISTORY, async (history) => {
        const world = await startBffWorld()
        try {
          const people = [world.maria, createBffPerson(world.bff.url)]
          for (const { business, expires, actions } of history) {
            world.provider.person(business)
            if (expires) world.provider.killAccessTokens()
            await Promise.allSettled(actions.map((action) => act(people, action)))
          }
          await settled(world)
        } finally {
          await world.close()
        }
      }),
      // A shorter history of the same kind would take half a minute to fail.
      { numRuns: caseCount({ all: 150, sampled: 6 }), endOnFailure: true },
    )
  }, 300_000)
})
