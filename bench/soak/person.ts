import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { bootOf, createBffPerson } from '@counterfoil/testkit/bff-person'
import { formTo, type AgentAnswer } from '@counterfoil/testkit/browser-agent'
import { operationBody } from '@counterfoil/testkit/test-operations'

/** Records outcomes and problems. */
export type Tally = {
  count(what: string, outcome: string): void
  problem(text: string): void
}

/** A person at Harbour with one business, and two accounts for entering payments. */
export type Customer = {
  readonly email: string
  readonly password: string
  readonly businessUuid: string
  readonly businessId: string
  readonly bankId: string
  readonly incomeId: string
}

export type Person = ReturnType<typeof createPerson>

const ANSWERED_AGAIN_MS = 500
const TRIES = 20
const LONGEST_PAUSE_MS = 600
/** Errors of an unavailable part, which break no promise: the call is repeated later. */
const PASSING = new Set([
  'provider-unavailable',
  'provider-timeout',
  'store-unavailable',
  'rate-limited',
  'provider-rate-limited',
  'temporarily-unavailable',
])
/** The error in a field of an answer that had begun when its database became unavailable; it counts like a 503. */
const PASSING_FIELD = '"reason":"temporarily_unavailable"'

class AwayError extends Error {}

/**
 * Creates a simulated person who uses the app as a browser does, and remembers all confirmed results.
 *
 * @param random Returns numbers from 0 to 1, the same sequence for the same seed.
 */
export function createPerson(deps: {
  readonly appUrl: string
  readonly providerUrl: string
  readonly customer: Customer
  readonly tally: Tally
  readonly random: () => number
}) {
  const { appUrl, customer, tally, random } = deps
  const browser = createBffPerson(appUrl)
  /** Ids of payments that were confirmed as entered, and of those whose outcome is unknown. */
  const [entered, unsure] = [new Set<string>(), new Set<string>()]
  /** The connection that was last confirmed; undefined if there is none, or if that is unknown. */
  let promised: string | undefined

  /**
   * Sends one request and counts its answer.
   *
   * @throws AwayError for a 5xx and a broken connection
   */
  async function step(what: string, ask: () => Promise<AgentAnswer>): Promise<AgentAnswer> {
    const answer = await ask().catch((error: unknown) => {
      // A page that reports an outage has no data to parse.
      tally.count(what, /status (5\d\d)/.exec(String(error))?.[1] ?? 'no answer')
      throw new AwayError(String(error))
    })
    const code = answer.body.includes(PASSING_FIELD) ? 'temporarily-unavailable' : codeOf(answer)
    if (answer.status < 500 && code !== 'rate-limited' && code !== 'temporarily-unavailable') return answer
    tally.count(what, `${answer.status} ${code ?? ''}`.trim())
    if (answer.status === 500 || (code !== undefined && !PASSING.has(code) && code !== 'outcome-unknown'))
      tally.problem(`${what} was answered by ${answer.status} ${code ?? answer.body.slice(0, 200)}`)
    throw new AwayError(`${what}: ${answer.status}`)
  }

  async function connect(): Promise<void> {
    let page = await step('connect', () => browser.start())
    for (let steps = 0; steps < 4 && page.url.startsWith(deps.providerUrl); steps += 1) {
      const { email, password, businessUuid, businessId } = customer
      const at = page
      if (at.body.includes('name="password"')) {
        page = await step('sign in', () =>
          browser.agent.submit(at, formTo(at, '/sign-in'), { email, password }),
        )
      } else {
        const business = at.body.includes(businessId) ? businessId : businessUuid
        const form = formTo(at, '/answer')
        page = await step('allow', () => browser.agent.submit(at, form, { business, answer: 'allow' }))
      }
    }
    const result = page.url.startsWith(appUrl) ? bootOf(page).connectResult : undefined
    const outcome =
      result?.outcome ?? `left at ${page.status} ${new URL(page.url).pathname.replace(/\/[\w-]{16,}/, '/…')}`
    tally.count('connect', outcome)
    if (outcome === 'connected' || outcome === 'still_connected') promised = result?.connectionId ?? undefined
  }

  /** Reads the page after a failure, because the change may have happened. */
  async function readTruth(): Promise<void> {
    const connection = (await look()).connections.find(({ state }) => state !== 'disconnected')
    if (promised === undefined) promised = connection?.id
  }

  /** Reads the connections shown. Throws while a part is unavailable. */
  async function look(): Promise<{ connections: readonly ConnectionView[]; status: number }> {
    const answer = await step('session', () => browser.get('/api/session'))
    return {
      status: answer.status,
      connections: answer.json<{ connections: ConnectionView[] }>().connections,
    }
  }

  /** Sends one query of a connection. Throws while a part is unavailable. */
  async function query(connectionId: string): Promise<void> {
    const answer = await step('query', () => browser.query(connectionId as ConnectionView['id']))
    judge('query', answer)
  }

  function judge(what: string, answer: AgentAnswer): boolean {
    const isGood = answer.status === 200 && !answer.body.includes('"errors"')
    tally.count(what, isGood ? 'done' : `${answer.status} ${codeOf(answer) ?? ''}`.trim())
    if (!isGood)
      tally.problem(
        `${what} of a connection that was promised: ${answer.status} ${answer.body.slice(0, 300)}`,
      )
    return isGood
  }

  async function enter(connectionId: string): Promise<void> {
    const key = randomUUID()
    unsure.add(key)
    const cents = Math.ceil(random() * 10_000)
    const amount = (cents / 100).toFixed(2)
    const { businessId, bankId: accountId, incomeId } = customer
    const input = {
      ...{ businessId, externalId: key, date: '2026-03-01', description: 'Money received' },
      anchor: { accountId, amount, direction: 'DEPOSIT' },
      lineItems: [{ accountId: incomeId, amount }],
    }
    let isSentAgain = false
    const send = () =>
      browser.post(
        '/graphql',
        { ...operationBody('EnterMoney'), variables: { input } },
        {
          ...{ 'x-counterfoil-connection': connectionId, 'idempotency-key': key },
          ...(isSentAgain ? { 'x-counterfoil-send-again': '1' } : {}),
        },
      )
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await step('write', send).catch((error: unknown) => {
        // The outcome is unknown: the person presses "Send again", which the idempotency key makes safe.
        isSentAgain ||= String(error).includes('504')
        return undefined
      })
      if (answer !== undefined) {
        if (judge('write', answer) && answer.body.includes('"didSucceed":true')) {
          unsure.delete(key)
          entered.add(key)
        }
        return
      }
      await sleep(ANSWERED_AGAIN_MS)
    }
  }

  async function disconnect(connectionId: string): Promise<void> {
    // From now on either connection may exist, until a page confirms one.
    promised = undefined
    const answer = await step('disconnect', () => browser.post(`/api/connections/${connectionId}/disconnect`))
    tally.count('disconnect', answer.status === 200 ? 'done' : `${answer.status} ${codeOf(answer) ?? ''}`)
    if (answer.status !== 200)
      tally.problem(`disconnecting was answered by ${answer.status} ${answer.body.slice(0, 200)}`)
  }

  async function liveOnce(): Promise<void> {
    const connectionId = promised
    if (connectionId === undefined) return connect()
    const choice = random()
    if (choice < 0.75) return query(connectionId)
    if (choice < 0.9) return enter(connectionId)
    if (choice < 0.98) return readTruth()
    return disconnect(connectionId)
  }

  return {
    ...{ customer, entered, unsure, look, ask: query },
    promised: () => promised,
    /** Does one action, and waits a little before the next. Never throws. */
    async live() {
      try {
        await liveOnce()
      } catch (error) {
        if (!(error instanceof AwayError)) tally.problem(`a person met ${String(error).slice(0, 300)}`)
        await sleep(ANSWERED_AGAIN_MS)
        await readTruth().catch(() => undefined)
      }
      await sleep(random() * LONGEST_PAUSE_MS)
    },
  }
}

function codeOf(answer: AgentAnswer): string | undefined {
  try {
    return answer.json<{ code?: string }>().code
  } catch {
    return undefined
  }
}
