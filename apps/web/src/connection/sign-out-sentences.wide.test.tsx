import type { ConnectionState } from '@counterfoil/bff-api/connection'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { caseCount } from '@counterfoil/testkit/sample'
import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { button, holdTimers, leavesWith, spoken, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, sampleLeft, sampleProvider, signedInSession } from '#testing/samples.ts'
import { en as t } from '#words/en.ts'
import { leavingEn } from '#words/generated/leaving.en.ts'
import { leaveSentences } from './leave-words.ts'

const bff = startFakeBff()
const runs = { numRuns: caseCount({ all: 300, sampled: 25 }) }

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five']
const NAMES = ['Wharf 2', 'Wharf 10', 'Éclair & Cie', 'Fern & Co', 'zebra']
const CONNECTION = fc.record({
  name: fc.constantFrom(...NAMES, null),
  state: fc.constantFrom<ConnectionState>(
    'connected',
    'limited',
    'reconnect',
    'plan_ended',
    'trouble',
    'disconnected',
  ),
})
const WORLD = fc.record({
  connections: fc.array(CONNECTION, { maxLength: COUNTS.length - 1 }),
  isEverywhere: fc.boolean(),
})
type World = typeof WORLD extends fc.Arbitrary<infer Each> ? Each : never

/** Returns "A", "A and B" or "A, B and C", in the order of the business list. */
function namesOf(connections: World['connections']): string {
  const order = ['“Your business”', 'Éclair & Cie', 'Fern & Co', 'Wharf 2', 'Wharf 10', 'zebra']
  const names = connections
    .map(({ name }) => name ?? '“Your business”')
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
const businesses = (count: number) => `${count} business${count === 1 ? '' : 'es'}`

function expectedCard({ connections, isEverywhere }: World) {
  const live = connections.filter(({ state }) => state !== 'disconnected')
  const broken = live.filter(({ state }) => state === 'reconnect')
  const staying = live.filter(({ state }) => state !== 'reconnect')
  const sentences = [
    ...(live.length === 0 ? ['No business is connected.'] : []),
    ...(staying.length === 0
      ? []
      : [`${namesOf(staying)} stay${staying.length === 1 ? 's' : ''} connected.`]),
    ...(broken.length === 0
      ? []
      : [`${namesOf(broken)} ${broken.length === 1 ? 'has' : 'have'} to be connected again.`]),
    ...(live.length === 0
      ? []
      : [
          isEverywhere
            ? 'Nothing is read meanwhile. This browser is signed out too.'
            : 'Nothing is read meanwhile, unless you are signed in elsewhere.',
        ]),
  ]
  const are = live.length === 1 ? 'is' : 'are'
  const again = live.length === 1 ? 'it' : 'one'
  return {
    card: sentences.join(' '),
    disconnectAll:
      live.length === 0
        ? undefined
        : `${businesses(live.length)} ${are} disconnected at once. To see ${again} again, you connect it again.`,
    forget: isEverywhere
      ? undefined
      : `${live.length === 0 ? 'Deletes' : `Disconnects ${businesses(live.length)}, deletes`} what Counterfoil keeps of you, and signs you out everywhere.`,
  }
}

it('signing out lists the businesses that stay or need reconnecting, and counts the disconnected ones, for random sessions', () => {
  fc.assert(
    fc.property(WORLD, (world) => {
      cleanup()
      const connections = world.connections.map(({ name, state }, at) =>
        sampleConnection({ id: asConnectionId(`connection-${at}`), businessName: name, state }),
      )
      bff.session = signedInSession(connections, { idleEndsAt: null })
      bff.answers('GET /api/sessions', [])
      bff.open(world.isEverywhere ? '/settings/sessions' : '/profile')
      const title = world.isEverywhere ? 'Sign out everywhere' : 'Sign out'
      const card = screen.getByRole('region', { name: title })
      const inDetails = (summary: string) =>
        [...card.querySelectorAll('details')]
          .find((details) => details.querySelector('summary')?.textContent === summary)
          ?.querySelector('p')?.textContent
      expect({
        card: card.querySelector('p')?.textContent,
        disconnectAll: inDetails('Disconnect all'),
        forget: inDetails('Forget me'),
      }).toEqual(expectedCard(world))
    }),
    runs,
  )
})

it('signing out without an answer for ten seconds reports an uncertain outcome and can be repeated', async () => {
  const { pass } = holdTimers()
  bff.session = signedInSession([sampleConnection()], { idleEndsAt: null })
  bff.open('/profile')
  expect(leavesWith(button('Sign out'))).toBe(true)
  expect(leavesWith(button('One moment…'))).toBe(false)
  await pass(10_000)
  expect(spoken()).toBe('We have no answer yet, so it may not be done. You can try again.')
  expect(leavesWith(button('Sign out'))).toBe(true)
})

const LEFT = fc.record({
  kind: fc.constantFrom<LeaveResult['kind']>(
    'signed_out',
    'signed_out_everywhere',
    'forgotten',
    'disconnected',
    'device_forgotten',
  ),
  businessName: fc.constantFrom('Fern & Co', null),
  disconnected: fc.nat(3),
  stayConnected: fc.nat(3),
  needReconnect: fc.nat(3),
  isConfirmed: fc.boolean(),
  revokes: fc.boolean(),
})
type Left = typeof LEFT extends fc.Arbitrary<infer Each> ? Each : never

function expectedSentences(left: Left): readonly string[] {
  const { kind, businessName, disconnected, stayConnected, needReconnect } = left
  const reported =
    disconnected === 0
      ? []
      : [
          left.revokes
            ? left.isConfirmed
              ? 'Harbour has confirmed it.'
              : 'Counterfoil has stopped reading. Harbour hasn’t confirmed yet; we keep asking. To be sure, remove Counterfoil in Harbour’s connected apps.'
            : 'Harbour has no way for Counterfoil to end access there. Its key is deleted here. Remove Counterfoil in Harbour too.',
        ]
  if (kind === 'device_forgotten')
    return ['It no longer shows a business’s name here. What is connected stays connected.']
  if (kind === 'disconnected')
    return [`Counterfoil can no longer read ${businessName ?? '“Your business”'}.`, ...reported]
  const verb = (count: number, one: string, many: string) =>
    `${businesses(count)} ${count === 1 ? one : many}`
  return [
    ...(disconnected === 0 ? [] : [`${verb(disconnected, 'is', 'are')} disconnected.`]),
    ...reported,
    stayConnected === 0 ? 'Nothing stays connected.' : `${verb(stayConnected, 'stays', 'stay')} connected.`,
    ...(needReconnect === 0 ? [] : [`${verb(needReconnect, 'has', 'have')} to be connected again.`]),
    ...(stayConnected === 0
      ? []
      : [`Nothing is read meanwhile${kind === 'signed_out' ? ', unless you are signed in elsewhere' : ''}.`]),
  ]
}

it('the page after leaving counts disconnected, kept and broken connections of random results', () => {
  fc.assert(
    fc.property(LEFT, (left) => {
      const { isConfirmed, revokes, ...counts } = left
      const revocation = left.disconnected === 0 ? null : isConfirmed ? 'confirmed' : 'confirming'
      const words = { t, words: leavingEn.left, alone: leavingEn.alone }
      const said = leaveSentences(sampleLeft({ ...counts, revocation }), sampleProvider({ revokes }), words)
      expect(said).toEqual(expectedSentences(left))
    }),
    runs,
  )
})
