import { SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startBffWorld, type BffWorld } from '@counterfoil/testkit/bff-world'
import { operationBody } from '@counterfoil/testkit/test-operations'
import type { BffProcess } from '@counterfoil/testkit/bff-process'
import { Agent, request } from 'undici'
import { beforeEach } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { parseConnection } from '#connections/connection-codec.ts'

interface RefreshWorld extends BffWorld {
  connectionId: ConnectionId
}

export const world = {} as RefreshWorld

/** Starts Redis, a provider, the BFF and a person before each test, and ends them and every other process after it. */
export function startRefreshWorld(): void {
  beforeEach(async () => {
    Object.assign(world, await startBffWorld())
    return async () => {
      await Promise.all(others.splice(0).map((other) => other.stop('SIGKILL')))
      await world.close()
    }
  })
}

export const others: BffProcess[] = []

export const TOKEN_LIFE_MS = 7200_000

const agent = new Agent({ connections: 256, pipelining: 1 })

export async function connect(): Promise<void> {
  await world.maria.connect()
  world.connectionId = (await world.maria.connection()).id
}

/** Returns the options of `request` for one query as this person. */
export const queryOptions = () => ({
  method: 'POST' as const,
  headers: {
    ...SCRIPT_HEADERS,
    origin: world.bff.url,
    cookie: world.maria.agent.cookies(world.bff.url),
    'x-counterfoil-connection': world.connectionId,
    'content-type': 'application/json',
  },
  body: JSON.stringify(operationBody()),
})

/** Sends one query as this person to the process at `address`. */
export async function query(address: string): Promise<{ status: number; body: unknown }> {
  const answer = await request(`${address}/graphql`, { ...queryOptions(), dispatcher: agent })
  return { status: answer.statusCode, body: await answer.body.json().catch(() => undefined) }
}

export const refreshes = () =>
  world.provider.callsOf('token').filter((call) => call.fields['grant_type'] === 'refresh_token')

export async function record() {
  return parseConnection((await world.store.get(`connection:{${world.connectionId}}`)) ?? '').record
}

/** The stored access token counts as expired from now on, here and at the provider. */
export async function expire(): Promise<void> {
  world.bff.advance(TOKEN_LIFE_MS)
  world.provider.killAccessTokens()
}
