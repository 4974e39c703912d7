import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { createBffPerson, type BffPerson } from '../bff-person.ts'
import { until } from '../until.ts'
import type { KillWorld } from './kill-world.ts'

/** A person who goes through a scenario. */
export type ScenarioPerson = {
  readonly world: KillWorld
  readonly person: BffPerson
  readonly userId: string
  /** The business that is shown first, and the one that is switched to. */
  readonly businesses: readonly [string, string]
  /** The address of the provider's last redirect; a person reloads it after a failure. */
  callbackUrl: string | undefined
}

export type Scenario = {
  /** True if the person is signed in before the scenario and must be afterwards. */
  readonly staysSignedIn: boolean
  /** True if each run refreshes the access token. */
  readonly renewsEachTime?: boolean
  /** A background process runs it after this time; the person only checks the result. */
  readonly worksAfterMs?: number
  prepare(subject: ScenarioPerson): Promise<void>
  /** Runs the person's actions. */
  walk(subject: ScenarioPerson): Promise<void>
  /** Returns the missing result; undefined if nothing is missing. */
  findLack(subject: ScenarioPerson): Promise<string | undefined>
}

const FEW_SCOPES = 'user:read business:read'
const LONG_AGO_MS = 3 * 3_600_000
const DAY_MS = 24 * 3_600_000

let travellers = 0

/** Opens a new connection for each request, so that none leads to a process that has ended. */
export function createPerson({ appUrl }: KillWorld): BffPerson {
  return createBffPerson(appUrl, { connection: 'close' })
}

export function createScenarioPerson(world: KillWorld): ScenarioPerson {
  travellers += 1
  const number = String(travellers).padStart(12, '0')
  const idOf = (text: string): string => Buffer.from(text).toString('base64')
  return {
    world,
    person: createPerson(world),
    userId: idOf(`User:00000000-0000-4000-8000-${number}`),
    businesses: [
      idOf(`Business:00000000-0000-4000-8001-${number}`),
      idOf(`Business:00000000-0000-4000-8002-${number}`),
    ],
    callbackUrl: undefined,
  }
}

/** Goes to the provider, allows `businessId` there, and returns. */
export async function goAndReturn(
  subject: ScenarioPerson,
  businessId: string,
  fields: Readonly<Record<string, string>>,
  scope?: string,
): Promise<void> {
  const { world, person, userId } = subject
  const number = subject.userId.slice(-12)
  world.provider.person({
    ...{ userId, email: `${number}@harbour.example`, businessId, businessName: `Business ${businessId}` },
    scope,
  })
  subject.callbackUrl = undefined
  const left = await person.start(fields, { stopAt: world.provider.authUrl })
  if (left.location === undefined) throw new Error(`not led to the provider: ${left.status} ${left.body}`)
  const back = await person.agent.visit(left.location, {
    stopAt: `${world.appUrl}/connect/callback`,
  })
  subject.callbackUrl = back.location
  await reload(subject)
}

/** Loads the address the provider led to, for the first time or again. */
export async function reload({ person, callbackUrl }: ScenarioPerson): Promise<void> {
  if (callbackUrl === undefined) return
  const answer = await person.agent.visit(callbackUrl)
  if (answer.status >= 500) throw new Error(`the way back answers ${answer.status}: ${answer.body}`)
}

export async function findConnection(
  { person }: ScenarioPerson,
  businessId: string,
): Promise<ConnectionView | undefined> {
  return (await person.session()).connections.find((connection) => connection.businessId === businessId)
}

async function connectFirst(subject: ScenarioPerson, scope?: string): Promise<void> {
  await goAndReturn(subject, subject.businesses[0], {}, scope)
  if ((await findConnection(subject, subject.businesses[0])) === undefined)
    throw new Error('the preparation did not connect')
  subject.callbackUrl = undefined
}

/** Returns why `businessId` cannot be read; undefined if it is read. */
export async function findReadLack(subject: ScenarioPerson, businessId: string): Promise<string | undefined> {
  const connection = await findConnection(subject, businessId)
  if (connection === undefined) return 'no connection'
  if (connection.state !== 'connected' && connection.state !== 'limited') return `state ${connection.state}`
  const answer = await subject.person.query(connection.id)
  return answer.status === 200
    ? undefined
    : `shown as ${connection.state}, but a query answers ${answer.status}`
}

async function disconnect(subject: ScenarioPerson): Promise<void> {
  const connection = await findConnection(subject, first(subject))
  await subject.person.post(`/api/connections/${connection?.id ?? ''}/disconnect`)
}

/** Time for a surviving process to complete the work of another. */
const WORK_PATIENCE_MS = 20_000

/** Returns the result that is still missing after that time. */
async function findLackInTime(find: () => Promise<string | undefined>): Promise<string | undefined> {
  const isThere = until('nothing lacks', async () => (await find()) === undefined, {
    withinMs: WORK_PATIENCE_MS,
  })
  return isThere.then(() => undefined, find)
}

function findAlive({ world, userId }: ScenarioPerson, businessId?: string): string | undefined {
  const alive = world.provider.aliveTokensOf(userId, businessId).length
  return alive === 0 ? undefined : `${alive} tokens alive`
}

async function signOut({ person }: ScenarioPerson): Promise<void> {
  const answer = await person.post('/api/sign-out', { everywhere: false })
  if (answer.status >= 500) throw new Error(`signing out answers ${answer.status}`)
}

const findStillSignedIn = async ({ person }: ScenarioPerson): Promise<string | undefined> =>
  (await person.session()).person === null ? undefined : 'still signed in'

const first = ({ businesses }: ScenarioPerson): string => businesses[0]
const second = ({ businesses }: ScenarioPerson): string => businesses[1]

async function fieldsFor(
  subject: ScenarioPerson,
  intent: string,
): Promise<{ intent: string; connection_id: string }> {
  const connection = await findConnection(subject, first(subject))
  return { intent, connection_id: connection?.id ?? '' }
}

/** THE LIST of scenarios of people and of background work, by name. */
export const SCENARIOS = {
  connect: {
    staysSignedIn: false,
    prepare: async () => undefined,
    walk: (subject) => goAndReturn(subject, first(subject), {}),
    findLack: (subject) => findReadLack(subject, first(subject)),
  },
  reconnect: {
    staysSignedIn: true,
    async prepare(subject) {
      const { world } = subject
      await connectFirst(subject)
      world.provider.withdrawAccess()
      const connection = await findConnection(subject, first(subject))
      await subject.person.query(connection?.id ?? '')
      if ((await findConnection(subject, first(subject)))?.state !== 'reconnect')
        throw new Error('the preparation did not end the connection')
    },
    walk: async (subject) => goAndReturn(subject, first(subject), await fieldsFor(subject, 'reconnect')),
    findLack: (subject) => findReadLack(subject, first(subject)),
  },
  'switch business': {
    staysSignedIn: true,
    prepare: (subject) => connectFirst(subject),
    walk: async (subject) =>
      goAndReturn(subject, second(subject), await fieldsFor(subject, 'switch_business')),
    findLack: (subject) => findReadLack(subject, second(subject)),
  },
  'allow more': {
    staysSignedIn: true,
    prepare: (subject) => connectFirst(subject, FEW_SCOPES),
    walk: async (subject) => goAndReturn(subject, first(subject), await fieldsFor(subject, 'allow_more')),
    async findLack(subject) {
      const connection = await findConnection(subject, first(subject))
      if (connection?.state === 'limited') return `missing ${connection.missing.join(' ')}`
      return findReadLack(subject, first(subject))
    },
  },
  'connect another': {
    staysSignedIn: true,
    prepare: (subject) => connectFirst(subject),
    walk: (subject) => goAndReturn(subject, second(subject), { intent: 'connect' }),
    async findLack(subject) {
      const lacks = await Promise.all(subject.businesses.map((id) => findReadLack(subject, id)))
      return lacks.find((lack) => lack !== undefined)
    },
  },
  'query with refresh': {
    staysSignedIn: true,
    async prepare(subject) {
      const { world } = subject
      world.goBack(LONG_AGO_MS)
      await connectFirst(subject)
      world.goBack(-LONG_AGO_MS)
      world.provider.killAccessTokens()
    },
    async walk(subject) {
      const connection = await findConnection(subject, first(subject))
      await subject.person.query(connection?.id ?? '')
    },
    findLack: (subject) => findReadLack(subject, first(subject)),
  },
  disconnect: {
    staysSignedIn: true,
    prepare: (subject) => connectFirst(subject),
    walk: disconnect,
    async findLack(subject) {
      const connection = await findConnection(subject, first(subject))
      return connection === undefined || connection.state === 'disconnected'
        ? undefined
        : `state ${connection.state}`
    },
  },
  'come back': {
    staysSignedIn: false,
    renewsEachTime: true,
    async prepare(subject) {
      await connectFirst(subject)
      await subject.person.visit()
      await subject.person.post('/api/sign-out', { everywhere: false })
    },
    walk: (subject) => goAndReturn(subject, first(subject), { intent: 'sign_in' }),
    findLack: (subject) => findReadLack(subject, first(subject)),
  },
  'forget me': {
    staysSignedIn: false,
    prepare: (subject) => connectFirst(subject),
    async walk(subject) {
      const answer = await subject.person.post('/api/forget-me')
      if (answer.status >= 500) throw new Error(`forgetting answers ${answer.status}`)
    },
    findLack: async ({ person }) =>
      (await person.session()).person === null ? undefined : 'still signed in',
  },
  'revocation that is due': {
    staysSignedIn: true,
    worksAfterMs: 60_000,
    async prepare(subject) {
      const { provider } = subject.world
      await connectFirst(subject)
      provider.always('revoke', { kind: 'answer', status: 503, body: '' })
      await disconnect(subject)
      provider.always('revoke')
      if ((await findConnection(subject, first(subject)))?.revocation !== 'confirming')
        throw new Error('the preparation left nothing to confirm')
    },
    walk: async () => undefined,
    findLack: (subject) =>
      findLackInTime(async () => {
        const revocation = (await findConnection(subject, first(subject)))?.revocation
        if (revocation !== 'confirmed') return `the record says ${revocation}`
        return findAlive(subject)
      }),
  },
  'sweep that is due': {
    staysSignedIn: false,
    renewsEachTime: true,
    // The first was not used for 91 days then, the second for 31.
    worksAfterMs: 31 * DAY_MS,
    async prepare(subject) {
      const { world } = subject
      world.goBack(60 * DAY_MS)
      await connectFirst(subject)
      world.goBack(-60 * DAY_MS)
      await goAndReturn(subject, second(subject), { intent: 'connect' })
      subject.callbackUrl = undefined
      if ((await findConnection(subject, second(subject))) === undefined)
        throw new Error('the preparation did not connect the second')
    },
    walk: (subject) => goAndReturn(subject, second(subject), { intent: 'sign_in' }),
    async findLack(subject) {
      const lack = await findLackInTime(async () => findAlive(subject, first(subject)))
      return lack ?? findReadLack(subject, second(subject))
    },
  },
  'sign out': {
    staysSignedIn: false,
    prepare: (subject) => connectFirst(subject),
    walk: signOut,
    findLack: findStillSignedIn,
  },
} as const satisfies Readonly<Record<string, Scenario>>

export type JourneyName = keyof typeof SCENARIOS
export const JOURNEY_NAMES = Object.keys(SCENARIOS) as readonly JourneyName[]
