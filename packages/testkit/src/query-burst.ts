import { Agent, request } from 'undici'
import { startBffProcess, type BffProcess } from './bff-process.ts'
import { operationBody } from './test-operations.ts'
import { startAll } from './start-all.ts'
import { createBffPerson, SCRIPT_HEADERS } from './bff-person.ts'
import type { FakeProvider } from './fake-provider.ts'
import type { TestBff } from './start-bff.ts'

/** A person's connection, queried at any process. */
export type BurstSubject = { readonly appUrl: string; readonly cookie: string; readonly connectionId: string }

export type BurstResult = {
  /** The number of answers of each kind: a status, with the code of a problem. */
  readonly answers: Readonly<Record<string, number>>
  /** The smallest Retry-After of the refusals, in seconds; 0 if one had none. */
  readonly leastRetryAfter: number
  readonly tookMs: number
}

const LONG_AGO_MS = 3 * 3_600_000
const CONNECTIONS_PER_PROCESS = 64

/** Creates a connection with an access token that has just expired. */
export async function connectLongAgo(bff: TestBff, provider: FakeProvider): Promise<BurstSubject> {
  bff.advance(-LONG_AGO_MS)
  const person = createBffPerson(bff.url)
  await person.connect()
  bff.advance(LONG_AGO_MS)
  provider.killAccessTokens()
  provider.forgetCalls()
  const { id } = await person.connection()
  return { appUrl: bff.url, cookie: person.agent.cookies(bff.url), connectionId: id }
}

/** Starts several processes of one app; if one fails, none is left running. */
export function startBffProcesses(
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<readonly BffProcess[]> {
  return startAll(Array.from({ length: count }, () => () => startBffProcess(env)))
}

/** Sends `count` queries of one connection over all processes at once, `atOnce` of them at a time. */
export async function sendBurst(
  processes: readonly Pick<BffProcess, 'address'>[],
  subject: BurstSubject,
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
): Promise<BurstResult> {
  const dispatcher = new Agent({ connections: CONNECTIONS_PER_PROCESS })
  const answers: Record<string, number> = {}
  let leastRetryAfter = Number.POSITIVE_INFINITY
  let sent = 0
  const startedAtMs = performance.now()
  async function sendNext(): Promise<void> {
    while (sent < count) {
      const { address } = processes[sent % processes.length] ?? { address: '' }
      sent += 1
      const answer = await request(`${address}/graphql`, {
        method: 'POST',
        dispatcher,
        headers: {
          ...SCRIPT_HEADERS,
          origin: subject.appUrl,
          cookie: subject.cookie,
          'content-type': 'application/json',
          'x-counterfoil-connection': subject.connectionId,
        },
        body: JSON.stringify(operationBody()),
      })
      const body = (await answer.body.json()) as { code?: string }
      const kind = answer.statusCode === 200 ? '200' : `${answer.statusCode} ${body.code ?? ''}`
      answers[kind] = (answers[kind] ?? 0) + 1
      if (answer.statusCode !== 200)
        leastRetryAfter = Math.min(leastRetryAfter, Number(answer.headers['retry-after'] ?? 0))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext))
  await dispatcher.close()
  return { answers, leastRetryAfter, tookMs: performance.now() - startedAtMs }
}
