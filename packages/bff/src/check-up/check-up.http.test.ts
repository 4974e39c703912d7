import type { CheckUp } from '@counterfoil/bff-api/connection'
import type { BffPerson } from '@counterfoil/testkit/bff-person'
import { DOWN, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { CHECK_UPS_PER_MINUTE } from '#limits/rate-limits-store.ts'
import { beforeEach, describe, expect, it } from 'vitest'

let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  const world = await startBffWorld()
  ;({ provider, bff, maria } = world)
  return world.close
})

describe('the check-up of a connection', () => {
  const checkUp = async () => {
    const { id } = await maria.connection()
    const answer = (await maria.post(`/api/connections/${id}/check-up`)).json<CheckUp>()
    return {
      state: answer.connection.state,
      ...Object.fromEntries(answer.checks.map(({ name, outcome }) => [name, outcome])),
    }
  }

  it('queries the provider live and reports that everything works', async () => {
    await maria.connect()
    const asked = provider.callsOf('graphql').length
    expect(await checkUp()).toEqual({
      state: 'connected',
      sign_in: 'ok',
      permission: 'ok',
      plan: 'ok',
      data: 'ok',
    })
    expect(provider.callsOf('graphql').length).toBeGreaterThan(asked)
  })

  it('reports an unanswered check as unknown: the provider answered 429', async () => {
    await maria.connect()
    provider.onGraphql(() => ({ errors: [{ message: 'slow down', extensions: { code: 'RATE_LIMITED' } }] }))
    expect(await checkUp()).toMatchObject({ sign_in: 'unknown', plan: 'unknown', data: 'unknown' })
  })

  it('detects an ended plan, and that it is active again', async () => {
    await maria.connect()
    provider.setPlanEnded(true)
    expect(await checkUp()).toMatchObject({
      state: 'plan_ended',
      sign_in: 'ok',
      plan: 'failed',
      data: 'unknown',
    })
    provider.setPlanEnded(false)
    expect(await checkUp()).toMatchObject({ state: 'connected', plan: 'ok', data: 'ok' })
  })

  it('detects that access was removed at the provider', async () => {
    await maria.connect()
    provider.withdrawAccess()
    expect(await checkUp()).toMatchObject({ state: 'reconnect', sign_in: 'failed', plan: 'unknown' })
    expect(await maria.connection()).toMatchObject({ reason: 'removed_at_provider' })
  })

  it('detects a business that the person may no longer see', async () => {
    await maria.connect()
    provider.onGraphql(({ grant, query }) => ({
      data: query.includes('business')
        ? { business: null }
        : { user: { id: grant.userId, defaultEmail: grant.email } },
      ...(query.includes('business')
        ? { errors: [{ message: 'not found', path: ['business'], extensions: { code: 'NOT_FOUND' } }] }
        : {}),
    }))
    expect(await checkUp()).toMatchObject({ state: 'reconnect', data: 'failed' })
    expect(await maria.connection()).toMatchObject({ reason: 'business_access_lost' })
  })

  it('keeps a business that is missing once and found by the second request', async () => {
    await maria.connect()
    let misses = 1
    provider.onGraphql(({ grant, query }) => {
      const isMissing = query.includes('business') && misses-- > 0
      return isMissing
        ? {
            data: { business: null },
            errors: [{ message: 'not found', path: ['business'], extensions: { code: 'NOT_FOUND' } }],
          }
        : {
            data: {
              user: { id: grant.userId, defaultEmail: grant.email },
              business: { id: grant.businessId, name: grant.businessName },
            },
          }
    })
    await checkUp()
    expect(await maria.connection()).toMatchObject({ state: 'connected' })
    expect(bff.logs()).toContain('"event":"connection.loss-unconfirmed"')
  })

  it('reports checks as unknown while the provider is down, and detects that it is back', async () => {
    await maria.connect()
    provider.always('graphql', DOWN)
    expect(await checkUp()).toMatchObject({
      state: 'trouble',
      sign_in: 'unknown',
      plan: 'unknown',
      data: 'unknown',
    })
    provider.always('graphql')
    expect(await checkUp()).toMatchObject({ state: 'connected', sign_in: 'ok' })
  })

  it('queries the provider once for simultaneous callers, and at most six times a minute', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const before = provider.callsOf('graphql').length
    const release = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold', until: release.promise })
    const press = () => maria.post(`/api/connections/${id}/check-up`)
    const statuses: number[] = []
    const ask = async () => void statuses.push((await press()).status)
    const asking = [ask()]
    await until('the first one asks', () => provider.callsOf('graphql').length === before + 1)
    asking.push(...Array.from({ length: 20 }, ask))
    // Those beyond the limit need not wait for anything.
    await until('the others are refused', () => statuses.length === 21 - CHECK_UPS_PER_MINUTE)
    expect(new Set(statuses)).toEqual(new Set([429]))
    release.resolve()
    await Promise.all(asking)
    expect(statuses.filter((status) => status === 200)).toHaveLength(CHECK_UPS_PER_MINUTE)
    expect(provider.callsOf('graphql')).toHaveLength(before + 2)
  })

  it('detects missing permissions', async () => {
    provider.person({ scope: 'user:read' })
    await maria.connect()
    expect(await checkUp()).toMatchObject({ state: 'limited', permission: 'failed', data: 'unknown' })
  })
})
