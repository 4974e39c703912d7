import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { bootOf, createBffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, DOWN, SAM, startBffWorld, type BffWorld } from '@counterfoil/testkit/bff-world'
import { sample } from '@counterfoil/testkit/sample'
import { until } from '@counterfoil/testkit/until'
import { beforeEach, describe, expect, it } from 'vitest'

let world: BffWorld
beforeEach(async () => {
  world = await startBffWorld()
  return world.close
})

const MARIA = { userId: 'VXNlcjptYXJpYQ==', email: 'maria@harbour.example' }
const BUSINESSES = [
  BAKERY,
  { businessId: 'QnVzaW5lc3M6cXVheQ==', businessName: 'Quay & Sons' },
  { businessId: 'QnVzaW5lc3M6ZmVybg==', businessName: 'Fern & Co' },
] as const
const WAYS = [
  { path: '/connect/sign-out', fields: {}, kind: 'signed_out' },
  { path: '/connect/sign-out', fields: { everywhere: '1' }, kind: 'signed_out_everywhere' },
  { path: '/connect/sign-out', fields: { disconnect_all: '1' }, kind: 'signed_out' },
  {
    path: '/connect/sign-out',
    fields: { everywhere: '1', disconnect_all: '1' },
    kind: 'signed_out_everywhere',
  },
  { path: '/connect/forget-me', fields: {}, kind: 'forgotten' },
  { path: '/connect/disconnect', fields: {}, kind: 'disconnected' },
] as const
type State = 'connected' | 'plan_ended' | 'reconnect'
const STATES: readonly (readonly State[])[] = [
  ['connected'],
  ['plan_ended'],
  ['reconnect'],
  ['connected', 'reconnect'],
  ['plan_ended', 'connected'],
  ['reconnect', 'plan_ended', 'connected'],
  ['connected', 'connected', 'connected'],
]
const WORLDS = WAYS.flatMap((way) =>
  STATES.flatMap((states) =>
    [true, false].flatMap((isUp) => [true, false].map((hasPhone) => ({ way, states, isUp, hasPhone }))),
  ),
)

/** True if no token of these connections is valid at the provider. */
const isDead = (states: readonly State[]) => states.every((state) => state === 'reconnect')

/** Returns the expected confirmation. Invalid tokens are revoked too, in a later round of the worker. */
function confirmation(ended: readonly State[], isUp: boolean) {
  if (ended.length === 0) return null
  if (isUp) return 'confirmed'
  return isDead(ended) ? (expect.stringMatching(/^confirm/) as never) : 'confirming'
}

/** Makes a query of the business end in this state. */
async function bringInto(state: State, businessId: string) {
  const { maria, provider } = world
  const connectionOf = async () =>
    (await maria.session()).connections.find((each) => each.businessId === businessId)
  const id = (await connectionOf())?.id ?? ''
  if (state === 'plan_ended') provider.setPlanEnded(true)
  if (state === 'reconnect') {
    provider.killAccessTokens()
    provider.next('token', { kind: 'answer', status: 400, body: JSON.stringify({ error: 'invalid_grant' }) })
  }
  await maria.query(id)
  provider.setPlanEnded(false)
  expect(await connectionOf()).toMatchObject({ state })
  if (state === 'reconnect')
    await until('its tokens are revoked', () => provider.aliveTokensOf(MARIA.userId, businessId).length === 0)
  return id
}

describe('signing out, disconnecting all or being forgotten, in any state', () => {
  it.each(sample(WORLDS, 12))(
    'reports the true counts of tokens and sessions: $way.kind $way.fields with $states, provider up: $isUp, phone signed in: $hasPhone',
    async ({ way, states, isUp, hasPhone }) => {
      const { maria, provider, bff } = world
      const phone = createBffPerson(bff.url)
      const sam = createBffPerson(bff.url)
      provider.person({ ...SAM, ...BUSINESSES[0] })
      await sam.connect()
      const businesses = BUSINESSES.slice(0, states.length)
      for (const business of businesses) {
        provider.person({ ...MARIA, ...business })
        await maria.connect()
      }
      if (hasPhone) await phone.connect()
      const ids: string[] = []
      for (const [at, state] of states.entries())
        ids.push(await bringInto(state, businesses[at]?.businessId ?? ''))

      if (!isUp) provider.always('revoke', DOWN)
      const ends = (at: number) =>
        way.kind === 'disconnected' ? at === 0 : way.kind === 'forgotten' || 'disconnect_all' in way.fields
      const ended = states.filter((_, at) => ends(at))
      const kept = states.filter((_, at) => !ends(at))
      const { csrfToken } = (await maria.visit()).session
      const one = way.kind === 'disconnected' ? { connection_id: ids[0] ?? '' } : {}
      const fields = { csrf: csrfToken, ...way.fields, ...one }
      const left = bootOf(await maria.agent.post(`${bff.url}${way.path}`, fields, { from: `${bff.url}/` }))

      const result: Partial<LeaveResult> = {
        kind: way.kind,
        disconnected: ended.length,
        stayConnected: kept.filter((state) => state !== 'reconnect').length,
        needReconnect: kept.filter((state) => state === 'reconnect').length,
        revocation: confirmation(ended, isUp),
      }
      expect(left.left).toMatchObject(result)
      const hasTokens = () =>
        businesses.map(({ businessId }) => provider.aliveTokensOf(MARIA.userId, businessId).length > 0)
      expect(hasTokens()).toEqual(states.map((state, at) => state !== 'reconnect' && (!ends(at) || !isUp)))

      const isOut = way.kind !== 'disconnected'
      const isPhoneOut = way.kind === 'forgotten' || 'everywhere' in way.fields
      expect((await maria.session()).person === null).toBe(isOut)
      if (hasPhone) expect((await phone.session()).person === null).toBe(isPhoneOut)
      expect((await sam.session()).person?.email).toBe(SAM.email)
      expect(provider.aliveTokensOf(SAM.userId)).not.toEqual([])

      // "Nothing is read meanwhile", unless another browser is signed in.
      provider.forgetCalls()
      for (const id of ids) {
        if (isOut) expect((await maria.query(id)).status).toBe(401)
        if (hasPhone && isPhoneOut) expect((await phone.query(id)).status).toBe(401)
      }
      expect(isOut ? provider.callsOf('graphql') : []).toEqual([])

      // The next person at this computer sees their own alone, and leaves the first person’s tokens alone.
      if (!isOut) return
      const before = hasTokens()
      provider.person({ ...SAM, ...BUSINESSES[1] })
      await maria.connect()
      const next = await maria.session()
      expect(next.person?.email).toBe(SAM.email)
      expect(JSON.stringify(next)).not.toContain(MARIA.email)
      expect(hasTokens()).toEqual(before)
    },
  )
})
