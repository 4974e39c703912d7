import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { createBffPerson, type BffPerson } from '../bff-person.ts'
import { until } from '../until.ts'
import type { KillWorld } from './kill-world.ts'

/** One person on one journey. */
export type Traveller = {
  readonly world: KillWorld
  readonly person: BffPerson
  readonly userId: string
  /** The business that is shown first, and the one that is switched to. */
  readonly businesses: readonly [string, string]
  /** The address the provider sent the browser to last; loading it again is what a person does after a failure. */
  callbackUrl: string | undefined
}

export type Journey = {
  /** Was somebody signed in before, and should be so afterwards? */
  readonly staysSignedIn: boolean
  /** Renews the access token each time it is walked. */
  readonly renewsEachTime?: boolean
  /** A process walks it in the background, when it is so much later; the person then only looks for what came of it. */
  readonly worksAfterMs?: number
  /** What has happened before the journey. */
  prepare(traveller: Traveller): Promise<void>
  /** What the person does. */
  walk(traveller: Traveller): Promise<void>
  /** Why the person has not got what they wanted; undefined when they have. */
  findLack(traveller: Traveller): Promise<string | undefined>
}

const FEW_SCOPES = 'user:read business:read'
const LONG_AGO_MS = 3 * 3_600_000
const DAY_MS = 24 * 3_600_000

let travellers = 0

/** Opens a connection for each request: none of them leads to a process that is gone. */
export function createPerson({ appUrl }: KillWorld): BffPerson {
  return createBffPerson(appUrl, { connection: 'close' })
}

/** Someone nobody has seen before. */
export function createTraveller(world: KillWorld): Traveller {
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

/** To the provider, where the person allows `businessId`, and back. */
export async function goAndReturn(
  traveller: Traveller,
  businessId: string,
  fields: Readonly<Record<string, string>>,
  scope?: string,
): Promise<void> {
  const { world, person, userId } = traveller
  const number = traveller.userId.slice(-12)
  world.provider.person({
    ...{ userId, email: `${number}@harbour.example`, businessId, businessName: `Business ${businessId}` },
    scope,
  })
  traveller.callbackUrl = undefined
  const left = await person.start(fields, { stopAt: world.provider.authUrl })
  if (left.location === undefined) throw new Error(`not led to the provider: ${left.status} ${left.body}`)
  const back = await person.agent.visit(left.location, {
    stopAt: `${world.appUrl}/connect/callback`,
  })
  traveller.callbackUrl = back.location
  await reload(traveller)
}

/** Loads the address the provider led to, for the first time or again. */
export async function reload({ person, callbackUrl }: Traveller): Promise<void> {
  if (callbackUrl === undefined) return
  const answer = await person.agent.visit(callbackUrl)
  if (answer.status >= 500) throw new Error(`the way back answers ${answer.status}: ${answer.body}`)
}

export async function findConnection(
  { person }: Traveller,
  businessId: string,
): Promise<ConnectionView | undefined> {
  return (await person.session()).connections.find((connection) => connection.businessId === businessId)
}

async function connectFirst(traveller: Traveller, scope?: string): Promise<void> {
  await goAndReturn(traveller, traveller.businesses[0], {}, scope)
  if ((await findConnection(traveller, traveller.businesses[0])) === undefined)
    throw new Error('the preparation did not connect')
  traveller.callbackUrl = undefined
}

/** What keeps `businessId` from being read; undefined when it is read. */
export async function findReadLack(traveller: Traveller, businessId: string): Promise<string | undefined> {
  const connection = await findConnection(traveller, businessId)
  if (connection === undefined) return 'no connection'
  if (connection.state !== 'connected' && connection.state !== 'limited') return `state ${connection.state}`
  const answer = await traveller.person.query(connection.id)
  return answer.status === 200
    ? undefined
    : `shown as ${connection.state}, but a query answers ${answer.status}`
}

async function disconnect(traveller: Traveller): Promise<void> {
  const connection = await findConnection(traveller, first(traveller))
  await traveller.person.post(`/api/connections/${connection?.id ?? ''}/disconnect`)
}

/** How long a process that stays may take for what another one left behind. */
const WORK_PATIENCE_MS = 20_000

/** What is still lacking when a process had its time. */
async function findLackInTime(find: () => Promise<string | undefined>): Promise<string | undefined> {
  const isThere = until('nothing lacks', async () => (await find()) === undefined, {
    withinMs: WORK_PATIENCE_MS,
  })
  return isThere.then(() => undefined, find)
}

function findAlive({ world, userId }: Traveller, businessId?: string): string | undefined {
  const alive = world.provider.aliveTokensOf(userId, businessId).length
  return alive === 0 ? undefined : `${alive} tokens alive`
}

async function signOut({ person }: Traveller): Promise<void> {
  const answer = await person.post('/api/sign-out', { everywhere: false })
  if (answer.status >= 500) throw new Error(`signing out answers ${answer.status}`)
}

const findStillSignedIn = async ({ person }: Traveller): Promise<string | undefined> =>
  (await person.session()).person === null ? undefined : 'still signed in'

const first = ({ businesses }: Traveller): string => businesses[0]
const second = ({ businesses }: Traveller): string => businesses[1]

async function fieldsFor(
  traveller: Traveller,
  intent: string,
): Promise<{ intent: string; connection_id: string }> {
  const connection = await findConnection(traveller, first(traveller))
  return { intent, connection_id: connection?.id ?? '' }
}

/** All that a person can set out to do, and what is done for them in the background, by name. */
export const JOURNEYS = {
  connect: {
    staysSignedIn: false,
    prepare: async () => undefined,
    walk: (traveller) => goAndReturn(traveller, first(traveller), {}),
    findLack: (traveller) => findReadLack(traveller, first(traveller)),
  },
  reconnect: {
    staysSignedIn: true,
    async prepare(traveller) {
      const { world } = traveller
      await connectFirst(traveller)
      world.provider.withdrawAccess()
      const connection = await findConnection(traveller, first(traveller))
      await traveller.person.query(connection?.id ?? '')
      if ((await findConnection(traveller, first(traveller)))?.state !== 'reconnect')
        throw new Error('the preparation did not end the connection')
    },
    walk: async (traveller) =>
      goAndReturn(traveller, first(traveller), await fieldsFor(traveller, 'reconnect')),
    findLack: (traveller) => findReadLack(traveller, first(traveller)),
  },
  'switch business': {
    staysSignedIn: true,
    prepare: (traveller) => connectFirst(traveller),
    walk: async (traveller) =>
      goAndReturn(traveller, second(traveller), await fieldsFor(traveller, 'switch_business')),
    findLack: (traveller) => findReadLack(traveller, second(traveller)),
  },
  'allow more': {
    staysSignedIn: true,
    prepare: (traveller) => connectFirst(traveller, FEW_SCOPES),
    walk: async (traveller) =>
      goAndReturn(traveller, first(traveller), await fieldsFor(traveller, 'allow_more')),
    async findLack(traveller) {
      const connection = await findConnection(traveller, first(traveller))
      if (connection?.state === 'limited') return `missing ${connection.missing.join(' ')}`
      return findReadLack(traveller, first(traveller))
    },
  },
  'connect another': {
    staysSignedIn: true,
    prepare: (traveller) => connectFirst(traveller),
    walk: (traveller) => goAndReturn(traveller, second(traveller), { intent: 'connect' }),
    async findLack(traveller) {
      const lacks = await Promise.all(traveller.businesses.map((id) => findReadLack(traveller, id)))
      return lacks.find((lack) => lack !== undefined)
    },
  },
  'query with refresh': {
    staysSignedIn: true,
    async prepare(traveller) {
      const { world } = traveller
      world.goBack(LONG_AGO_MS)
      await connectFirst(traveller)
      world.goBack(-LONG_AGO_MS)
      world.provider.killAccessTokens()
    },
    async walk(traveller) {
      const connection = await findConnection(traveller, first(traveller))
      await traveller.person.query(connection?.id ?? '')
    },
    findLack: (traveller) => findReadLack(traveller, first(traveller)),
  },
  disconnect: {
    staysSignedIn: true,
    prepare: (traveller) => connectFirst(traveller),
    walk: disconnect,
    async findLack(traveller) {
      const connection = await findConnection(traveller, first(traveller))
      return connection === undefined || connection.state === 'disconnected'
        ? undefined
        : `state ${connection.state}`
    },
  },
  'come back': {
    staysSignedIn: false,
    renewsEachTime: true,
    async prepare(traveller) {
      await connectFirst(traveller)
      await traveller.person.visit()
      await traveller.person.post('/api/sign-out', { everywhere: false })
    },
    walk: (traveller) => goAndReturn(traveller, first(traveller), { intent: 'sign_in' }),
    findLack: (traveller) => findReadLack(traveller, first(traveller)),
  },
  'forget me': {
    staysSignedIn: false,
    prepare: (traveller) => connectFirst(traveller),
    async walk(traveller) {
      const answer = await traveller.person.post('/api/forget-me')
      if (answer.status >= 500) throw new Error(`forgetting answers ${answer.status}`)
    },
    findLack: async ({ person }) =>
      (await person.session()).person === null ? undefined : 'still signed in',
  },
  'revocation that is due': {
    staysSignedIn: true,
    worksAfterMs: 60_000,
    async prepare(traveller) {
      const { provider } = traveller.world
      await connectFirst(traveller)
      provider.always('revoke', { kind: 'answer', status: 503, body: '' })
      await disconnect(traveller)
      provider.always('revoke')
      if ((await findConnection(traveller, first(traveller)))?.revocation !== 'confirming')
        throw new Error('the preparation left nothing to confirm')
    },
    walk: async () => undefined,
    findLack: (traveller) =>
      findLackInTime(async () => {
        const revocation = (await findConnection(traveller, first(traveller)))?.revocation
        if (revocation !== 'confirmed') return `the record says ${revocation}`
        return findAlive(traveller)
      }),
  },
  'sweep that is due': {
    staysSignedIn: false,
    renewsEachTime: true,
    // The first was not used for 91 days then, the second for 31.
    worksAfterMs: 31 * DAY_MS,
    async prepare(traveller) {
      const { world } = traveller
      world.goBack(60 * DAY_MS)
      await connectFirst(traveller)
      world.goBack(-60 * DAY_MS)
      await goAndReturn(traveller, second(traveller), { intent: 'connect' })
      traveller.callbackUrl = undefined
      if ((await findConnection(traveller, second(traveller))) === undefined)
        throw new Error('the preparation did not connect the second')
    },
    walk: (traveller) => goAndReturn(traveller, second(traveller), { intent: 'sign_in' }),
    async findLack(traveller) {
      const lack = await findLackInTime(async () => findAlive(traveller, first(traveller)))
      return lack ?? findReadLack(traveller, second(traveller))
    },
  },
  'sign out': {
    staysSignedIn: false,
    prepare: (traveller) => connectFirst(traveller),
    walk: signOut,
    findLack: findStillSignedIn,
  },
} as const satisfies Readonly<Record<string, Journey>>

export type JourneyName = keyof typeof JOURNEYS
export const JOURNEY_NAMES = Object.keys(JOURNEYS) as readonly JourneyName[]
