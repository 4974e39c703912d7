import { createBffPerson } from '@counterfoil/testkit/bff-person'
import { DOWN } from '@counterfoil/testkit/bff-world'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { parseConnection } from '#connections/connection-codec.ts'
import { startSessionWorld, world, openEvents } from './testing/sessions-fixture.ts'

startSessionWorld()

/** The settings another process needs to serve the same people. */
function sameAs({ env, url }: TestBff): Record<string, string> {
  return {
    BFF_PUBLIC_URL: url,
    BFF_SESSION_SECRETS: env['BFF_SESSION_SECRETS'] ?? '',
    BFF_TOKEN_KEYS: env['BFF_TOKEN_KEYS'] ?? '',
  }
}

describe('the event stream', () => {
  it('notifies every open tab at once, also those of another process', async () => {
    const second = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: sameAs(world.bff),
    })
    await world.maria.connect()
    const here = await openEvents(world.maria)
    const there = await openEvents(world.maria, `http://127.0.0.1:${second.env['BFF_PORT']}`)
    await until('both listen', () => here.count() > 1 && there.count() > 1)
    const before = [here.count(), there.count()]
    await world.maria.post(`/api/connections/${(await world.maria.connection()).id}/disconnect`)
    await until('both were told', () => here.count() > (before[0] ?? 0) && there.count() > (before[1] ?? 0))
    here.close()
    there.close()
    await second.close()
  })

  it('ends with the session, after a final event', async () => {
    await world.maria.connect()
    const events = await openEvents(world.maria)
    await until('it listens', () => events.count() > 1)
    const before = events.count()
    await world.maria.post('/api/sign-out', { everywhere: false })
    await until('it ended', () => events.ended())
    expect(events.count()).toBeGreaterThan(before)
  })

  it('ends once, however many changes are reported after the session ended', async () => {
    await world.maria.connect()
    const events = await openEvents(world.maria)
    await until('it listens', () => events.count() > 1)
    const [principalId = ''] = await world.store.zrange('sweep:principals', '0', '-1')
    await world.store.del(...(await world.store.keys('sess:*')))
    const pipeline = world.store.pipeline()
    for (let told = 0; told < 20; told += 1) pipeline.publish('counterfoil:session-changes', principalId)
    await pipeline.exec()
    await until('it ended', () => events.ended())
    expect((await world.maria.session()).person).toBeNull()
  })

  it.each([
    [
      'a plan that is active again',
      () => world.provider.setPlanEnded(true),
      () => world.provider.setPlanEnded(false),
    ],
    [
      'a provider that answers again',
      () => world.provider.always('graphql', DOWN),
      () => world.provider.always('graphql'),
    ],
  ])('notices %s by itself, while a page is only open', async (_what, begin, end) => {
    await world.bff.close()
    world.bff = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      overrides: { heartbeatMs: 20 },
    })
    world.maria = createBffPerson(world.bff.url)
    await world.maria.connect()
    const { id } = await world.maria.connection()
    const stateInStore = async () =>
      parseConnection((await world.store.get(`connection:{${id}}`)) ?? '').record.health.state
    begin()
    await world.maria.query(id)
    await until('the state is noted', async () => (await stateInStore()) !== 'connected')
    end()
    const events = await openEvents(world.maria)
    await until('it listens', () => events.count() > 1)
    const before = events.count()
    world.bff.advance(600_000)
    // Nobody reads the session meanwhile: reading it would ask by itself.
    await until('it is well again', async () => (await stateInStore()) === 'connected')
    await until('the page was told', () => events.count() > before)
    events.close()
  })

  it('stops the EventSource of a browser without a session', async () => {
    expect((await world.maria.get('/api/events')).status).toBe(204)
  })

  it('does not keep a process from stopping', async () => {
    await world.maria.connect()
    const events = await openEvents(world.maria)
    await world.bff.close()
    await until('the stream ended', () => events.ended())
  })
})
