import type { PassedCommand } from '../command-gate.ts'
import { until } from '../until.ts'
import {
  createPerson,
  createScenarioPerson,
  findReadLack,
  goAndReturn,
  SCENARIOS,
  reload,
  type Scenario,
  type JourneyName,
  type ScenarioPerson,
} from './scenarios.ts'
import type { KillWorld, ProviderKind, Victim } from './kill-world.ts'

/** The point at which a process dies: before or after Redis executes the `command`th command of a scenario. */
export type KillPoint = {
  readonly provider: ProviderKind
  readonly scenario: JourneyName
  readonly command: number
  readonly moment: 'before' | 'after'
}

export type KillResult = {
  readonly point: KillPoint
  /** The last command that the store took; undefined when it took none, or the scenario was over before. */
  readonly last: string | undefined
  /** False if the scenario has fewer commands. */
  readonly isReached: boolean
  readonly problems: readonly string[]
  /** The unavoidable losses, by their names in {@link UNAVOIDABLE}. */
  readonly excuses: readonly (keyof typeof UNAVOIDABLE)[]
}

/** Losses that no client can avoid. */
export const UNAVOIDABLE = {
  'answer-lost':
    'The provider took the old refresh token and gave a new one, and the process died before it could store the answer: the only token anybody knows is spent, and using it ends the grant. The person is asked to reconnect, and nothing stays alive.',
} as const

/** The milliseconds after which leftovers of a dead process have expired: refresh lock, "working" state, session reservation. */
const SOON_MS = 125_000
/** The milliseconds after which tokens that wait for a decision have expired too. */
const LATER_MS = 15 * 60_000
const PATIENCE_MS = 30_000

/** Returns the number of Redis commands of a scenario in which no process dies. */
export async function countCommands(world: KillWorld, victim: Victim, name: JourneyName): Promise<number> {
  const subject = createScenarioPerson(world)
  world.leadToTaker()
  const scenario: Scenario = SCENARIOS[name]
  await scenario.prepare(subject)
  await leadOn(world, victim, scenario)
  victim.gate.begin({ number: undefined, moment: 'before', onReached: () => undefined })
  await walkAt(victim, scenario, subject)
  const count = victim.gate.count()
  await world.clear()
  return count
}

/** Kills `victim` at `point`, lets another process continue, and checks the result. */
export async function tryKillPoint(world: KillWorld, victim: Victim, point: KillPoint): Promise<KillResult> {
  const problems: string[] = []
  const excuses: (keyof typeof UNAVOIDABLE)[] = []
  const subject = createScenarioPerson(world)
  const scenario: Scenario = SCENARIOS[point.scenario]
  const { person } = subject
  world.leadToTaker()
  await scenario.prepare(subject)

  const isReached = await walkToDeath(world, victim, point, subject)
  const passed = victim.gate.commands()
  const refreshesBefore = refreshCalls(world)
  const isAnswerLost = isReached && refreshesBefore > 0 && nothingSince(lastTokenAnswer(world), passed)

  const note = async (what: string, find: () => Promise<string | undefined>): Promise<boolean> => {
    const lack = await find().catch((error: unknown) => String(error))
    if (lack !== undefined) problems.push(`${what}: ${lack}`)
    return lack === undefined
  }
  const findSignedOut = async (): Promise<string | undefined> =>
    scenario.staysSignedIn && (await person.session()).person === null ? 'signed out' : undefined

  if (scenario.worksAfterMs !== undefined) world.move(scenario.worksAfterMs)
  await note('the cookie of before', findSignedOut)
  await world.pass(SOON_MS)
  await note('loading again', async () => {
    await reload(subject)
    return findSignedOut()
  })
  if ((await scenario.findLack(subject).catch(String)) !== undefined) {
    await note('pressing again', async () => {
      await scenario.walk(subject)
      const lack = await scenario.findLack(subject)
      if (lack !== 'state reconnect' || !isAnswerLost || point.provider !== 'rotates') return lack
      excuses.push('answer-lost')
      await SCENARIOS.reconnect.walk(subject)
      return SCENARIOS.reconnect.findLack(subject)
    })
  }
  const refreshes = refreshCalls(world)
  const expected = scenario.renewsEachTime === true ? 2 : 1
  if (refreshes > (isAnswerLost ? expected + 1 : expected)) problems.push(`${refreshes} refreshes`)
  await note('what is shown', () => findFalseWord(subject))

  await world.pass(LATER_MS)
  await note('a second device', () => findForeverAlive(subject))
  world.provider.forgetCalls()
  await world.clear()
  const last = passed.at(-1)
  return { point, last: last?.words, isReached, problems, excuses }
}

async function leadOn(world: KillWorld, victim: Victim, { worksAfterMs }: Scenario): Promise<void> {
  if (worksAfterMs === undefined) world.leadToVictim(victim)
  else await world.expire(worksAfterMs)
}

/** Runs the person's scenario, or the background work of the process. */
function walkAt(victim: Victim, scenario: Scenario, subject: ScenarioPerson): Promise<void> {
  return scenario.worksAfterMs === undefined ? scenario.walk(subject) : victim.process.work()
}

/** Answers whether the process died. */
async function walkToDeath(
  world: KillWorld,
  victim: Victim,
  point: KillPoint,
  subject: ScenarioPerson,
): Promise<boolean> {
  let isReached = false
  const scenario: Scenario = SCENARIOS[point.scenario]
  world.provider.forgetCalls()
  await leadOn(world, victim, scenario)
  victim.gate.begin({
    number: point.command,
    moment: point.moment,
    onReached() {
      isReached = true
      process.kill(victim.process.pid, 'SIGKILL')
    },
  })
  // The caller of a killed process gets no answer.
  await walkAt(victim, scenario, subject).catch(() => undefined)
  await victim.end()
  // Its last request to the provider may still be in a socket, and is answered before this one.
  await (await fetch(`${world.provider.authUrl}/nowhere`)).arrayBuffer()
  await Promise.all(world.provider.calls.map((call) => call.closed))
  world.leadToTaker()
  return isReached
}

/** Returns a fault if a connection shown as connected cannot be queried, or an action never ends; otherwise undefined. */
async function findFalseWord(subject: ScenarioPerson): Promise<string | undefined> {
  const { connections } = await subject.person.session()
  for (const { state, businessId } of connections) {
    if (state !== 'connected' && state !== 'limited') continue
    const lack = await findReadLack(subject, businessId ?? '')
    if (lack !== undefined) return lack
  }
  return undefined
}

/**
 * The person signs in with another browser and disconnects all they find there: after that no token of theirs may be
 * alive at the provider.
 */
async function findForeverAlive(subject: ScenarioPerson): Promise<string | undefined> {
  const { world, userId, businesses } = subject
  const elsewhere: ScenarioPerson = { ...subject, person: createPerson(world), callbackUrl: undefined }
  await goAndReturn(elsewhere, businesses[0], {})
  const lie = await findFalseWord(elsewhere)
  if (lie !== undefined) return lie
  for (const { id, state } of (await elsewhere.person.session()).connections) {
    if (state !== 'disconnected') await elsewhere.person.post(`/api/connections/${id}/disconnect`)
  }
  const findLeft = async (): Promise<string | undefined> => {
    const { connections } = await elsewhere.person.session()
    const stuck = connections.filter(({ revocation }) => revocation === 'confirming')
    if (stuck.length > 0) return `${stuck.length} still confirming`
    const alive = world.provider.aliveTokensOf(userId).length
    return alive === 0 ? undefined : `${alive} tokens alive that nobody reaches`
  }
  const isClean = until('nothing is left', async () => (await findLeft()) === undefined, {
    withinMs: PATIENCE_MS,
  })
  return isClean.then(() => undefined, findLeft)
}

const refreshCalls = ({ provider }: KillWorld): number =>
  provider.callsOf('token').filter(({ fields }) => fields['grant_type'] === 'refresh_token').length

const lastTokenAnswer = ({ provider }: KillWorld): number =>
  Math.max(0, ...provider.callsOf('token').map(({ closedAtMs }) => closedAtMs ?? 0))

/** Commands that store nothing of a token response: reads, the clock of Redis, and the lock. */
const STORES_NOTHING =
  /^(?:GET|GETRANGE|EXISTS|HGETALL|ZRANGE|PTTL|EVAL(?:SHA)? clock|EVAL(?:SHA)? \S+:lock)\b/

const nothingSince = (sinceMs: number, passed: readonly PassedCommand[]): boolean =>
  passed.every(({ atMs, words }) => atMs < sinceMs || STORES_NOTHING.test(words))
