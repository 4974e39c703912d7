import type { SessionView } from '@counterfoil/bff-api/session'
import { SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { CounterfoilOptions } from '../counterfoil.ts'
import { harbour } from '#provider-profile/harbour.ts'

export {
  startFakeProvider as startScriptedProvider,
  type FakeProvider as ScriptedProvider,
} from '@counterfoil/testkit/fake-provider'
export { seedPeople, type SeededPerson } from './seed-people.ts'

/** Returns the profile of a scripted provider, for the option `provider`. */
export function profileOf({
  authUrl,
  graphqlUrl,
  clientId,
  clientSecret,
}: FakeProvider): CounterfoilOptions['provider'] {
  const limits = { perMinutePerConnection: 1_000_000, perMinute: 1_000_000 }
  return harbour({ url: authUrl, graphqlUrl, clientId, clientSecret, limits })
}

/** A clock that a test moves. */
export interface TestClock {
  /** The value of the option `overrides`, which moves the clocks of the engine and of its Redis together. */
  readonly overrides: { readonly clock: () => number; readonly storeAheadMs: () => number }
  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void
}

/** Returns a clock that runs like the system's, and is further ahead after every `advance`. */
export function createTestClock(): TestClock {
  let aheadMs = 0
  return {
    overrides: { clock: () => Date.now() + aheadMs, storeAheadMs: () => aheadMs },
    advance(ms) {
      aheadMs += ms
    },
  }
}

/** A connected person with a separate browser. */
export interface ConnectedPerson {
  /** The value of the `cookie` header of a request. */
  readonly cookie: string
  readonly connectionId: string
  /** The value of the field `csrf` of a form. */
  readonly csrfToken: string
}

/**
 * Connects the person whom the scripted provider answers for, as a browser does, to an app that listens.
 * @param base The public address of the app, with the base path of the engine if it has one.
 * @param headers Sent with every request, for example what says to the app who is signed in.
 * @throws Error if there is no connection afterwards
 */
export async function connectPerson(
  base: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConnectedPerson> {
  const agent = createBrowserAgent(headers)
  const readSession = async () =>
    (await agent.send('GET', `${base}/api/session`, { headers: SCRIPT_HEADERS })).json<SessionView>()
  const { csrfToken: csrf } = await readSession()
  const from = `${new URL(base).origin}/`
  const form = { csrf, intent: 'connect' }
  const { status } = await agent.post(`${base}/connect/start`, form, { from })
  const { connections, selectedConnectionId, csrfToken } = await readSession()
  const { id } = connections.find((one) => one.id === selectedConnectionId) ?? connections[0] ?? {}
  if (id === undefined) throw new Error(`Nothing is connected at ${base}; the last answer was ${status}.`)
  return { cookie: agent.cookies(base), connectionId: id, csrfToken }
}
