import { sharePostgres } from '@counterfoil/testkit/postgres'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { headingOf } from '#testing/harbour-client.ts'
import { TEST_SECRET } from '#testing/provider-fixture.ts'
import {
  world,
  STEP_MS,
  ASKED,
  visit,
  start,
  typePassword,
  typeCode,
  codeOf,
  turnOn,
} from './testing/second-step-fixture.ts'

describe('the stored secret of an authenticator app', () => {
  it('is encrypted again with the newest secret of the provider, and is a fault of ours if no secret can decrypt it', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    const database = { kind: 'postgres', url, maxConnections: 5 } as const
    const newest = testSecret('newest')
    const under = (secrets: string) => start({ database, env: { PROVIDER_SECRET: secrets } })
    world.provider = await under(TEST_SECRET)
    const { key, codes } = await turnOn()
    expect(await world.provider.deps.secondFactors.sealAnew()).toBe(0)
    await world.provider.close()

    world.provider = await under(newest)
    world.provider.advance(STEP_MS)
    const { agent, page } = await typePassword()
    expect((await typeCode(agent, page, codeOf(key))).status).toBe(500)
    expect(world.provider.logs()).toContain('"event":"second_factor.unreadable"')
    expect(headingOf(await typeCode(agent, page, codes[0] ?? ''))).toBe('Hello, Maya Chen')
    await world.provider.close()

    world.provider = await under(`${newest},${TEST_SECRET}`)
    expect(await world.provider.deps.secondFactors.sealAnew()).toBe(1)
    expect(await world.provider.deps.secondFactors.sealAnew()).toBe(0)
    await world.provider.close()

    world.provider = await under(newest)
    world.provider.advance(2 * STEP_MS)
    const later = await typePassword()
    expect(headingOf(await typeCode(later.agent, later.page, codeOf(key)))).toBe('Hello, Maya Chen')
    await world.provider.close()
    await postgres.close()
  })

  it('is encrypted again even behind hundreds that no secret can decrypt, whose number is logged', async () => {
    const newest = testSecret('newest')
    const postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    const database = { kind: 'postgres', url, maxConnections: 5 } as const
    const under = (secrets: string) => start({ database, env: { PROVIDER_SECRET: secrets } })
    world.provider = await under(TEST_SECRET)
    await sql`
      with made as (
        insert into users (id, email, password_hash, created_at, modified_at)
        select gen_random_uuid(), n || '@lost.example', '', now(), now() from generate_series(1, 501) n returning id
      )
      insert into second_factors (user_id, sealed_secret, key_mark, created_at)
      select id, 'c2VhbGVk', 'lost', now() from made`.execute(world.provider.deps.db)
    await turnOn()
    await world.provider.close()

    world.provider = await under(`${newest},${TEST_SECRET}`)
    expect(await world.provider.deps.secondFactors.sealAnew()).toBe(1)
    expect(world.provider.logs()).toContain('"event":"second_factor.unreadable","count":501')
    await world.provider.close()
    await postgres.close()
  })
})

describe('codes from an app while they are disabled', () => {
  it('cannot be turned on, but are still required from accounts that have them, and can be turned off', async () => {
    world.provider = await start({ env: { PROVIDER_SECOND_FACTOR: 'false' } })
    const { agent } = await typePassword()
    expect((await visit(agent, '/security')).body).not.toContain('href="/security/turn-on"')
    const page = await visit(agent, '/security/turn-on')
    expect(page.body).toContain('They are not available')
    await turnOn()
    expect(headingOf((await typePassword()).page)).toBe(ASKED)
    expect((await visit(agent, '/security')).body).toContain('href="/security/turn-off"')
    expect(headingOf(await visit(agent, '/security/turn-off'))).toBe('Turn off codes from an app?')
    await world.provider.close()
  })
})
