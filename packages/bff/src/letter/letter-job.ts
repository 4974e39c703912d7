import type { LetterTrouble, RenderLetter } from '@counterfoil/bff-api/letter'
import { addressOf, BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import type { FirstAnswer } from '@counterfoil/bff-api/session'
import type { ConnectionId, DigestOf, SessionId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { randomId } from '@counterfoil/service/values/random'
import { businessKeyOf } from '#connections/business-key.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import { digestOf } from '#crypto/signature.ts'
import type { Listener } from '#graphql/graphql-ports.ts'
import type { ReadFiguresOf } from '#graphql/read-figures.ts'
import { BffError } from '#http/errors.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import type { StoreTime } from '#redis/store-time.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'
import type { Job } from '#revocation/revocation-worker.ts'
import type { LetterStore, WantedLetter } from './letter-store.ts'
import { mondayAt, nextMondayMs } from './monday.ts'

/** A letter as it is sent to a mail server. */
export interface LetterMail extends ReturnType<RenderLetter> {
  readonly to: string
  /** The Message-ID without its domain. Every try to send the letter of one Monday has the same. */
  readonly messageName: string
  /** The address for the unsubscribe headers. @see RFC 8058 */
  readonly stop: string
}

/** Sends a letter to the mail server. `later`: it may take it at another time; `never`: it refuses it. Never rejects. */
export type SendLetterMail = (mail: LetterMail) => Promise<'sent' | 'later' | 'never'>

/** The functions that an app provides if it can send mail. */
export interface LetterWriting {
  readonly renderLetter: RenderLetter
  readonly sendMail: SendLetterMail
}

interface LetterJobDeps extends LetterWriting {
  readonly letters: LetterStore
  readonly connections: Pick<Connections, 'find'>
  readonly findAddress: FindLetterAddress
  /** Reads the figures without noting that the person has looked at them. */
  readonly readFigures: ReadFiguresOf
  readonly storeTime: StoreTime
  readonly provider: string
  readonly publicUrl: string
  readonly onEnd: (fact: { readonly connectionId: ConnectionId; readonly outcome: string }) => void
}

/** The problem codes that last until the reader does something; any other problem of reading may pass. */
const NEEDS_READER: ReadonlySet<ProblemCode> = new Set([
  ...(['reconnect-required', 'plan-ended', 'connection-not-found'] as const),
  ...(['connection-disconnected', 'permission-missing'] as const),
])
/** A listener that never closes: a job has no browser that could go away. */
const NOBODY: Listener = { closed: false, once: () => undefined }
const WEEK_MS = 7 * 86_400_000

/** The end of a try. `sent`: sent now, or before by another process. `busy`: another process is sending it. */
type Outcome = 'sent' | 'busy' | 'refused' | LetterTrouble

/** The outcomes after which the letter is tried again on the same Monday. */
const MAY_PASS: ReadonlySet<Outcome> = new Set(['busy', 'provider', 'mail'])

/**
 * Creates the job that sends a connection's letter on Mondays from seven o'clock, in the reader's time zone, by one process at a
 * time. A try without a known outcome is repeated with the same Message-ID; a Monday without an answer has no letter.
 */
export function createLetterJob(deps: LetterJobDeps): Job<ConnectionId> {
  const { letters, storeTime } = deps
  const send = createSend(deps)
  return {
    list: letters.due,
    async run(connectionId) {
      const { wanted } = await letters.find(connectionId)
      const record = wanted && (await deps.connections.find(connectionId))
      if (wanted === undefined || record === undefined) {
        await letters.switchOff(connectionId)
        return { kind: 'done' }
      }
      const { timeZone } = wanted.reader
      const nowMs = await storeTime()
      const nextInMs = nextMondayMs(nowMs, timeZone) - nowMs
      const monday = mondayAt(nowMs, timeZone)
      if (monday !== undefined) {
        const outcome = await send(record, { wanted, monday })
        deps.onEnd({ connectionId, outcome })
        if (outcome === 'address') {
          await letters.switchOff(connectionId, outcome)
          return { kind: 'done' }
        }
        if (MAY_PASS.has(outcome)) return { kind: 'again', overdueMs: WEEK_MS - nextInMs }
      }
      await letters.due.schedule(connectionId, nextInMs)
      return { kind: 'done' }
    },
  }
}

type Occasion = { readonly wanted: WantedLetter; readonly monday: string }

function createSend(deps: LetterJobDeps): (record: ConnectionRecord, about: Occasion) => Promise<Outcome> {
  const { letters, publicUrl } = deps

  async function tell(connectionId: ConnectionId, trouble: LetterTrouble): Promise<LetterTrouble> {
    await letters.end(connectionId, { kind: 'trouble', trouble })
    return trouble
  }

  return async (record, { wanted, monday }) => {
    const { id, businessId, businessName: business } = record
    const read = await readOverview(deps, record)
    if (typeof read === 'string') return tell(id, read)
    const address = await deps.findAddress(record)
    if (address.kind === 'connection' || address.kind === 'provider') return tell(id, address.kind)
    if (address.kind === 'none' || digestOf(address.email) !== wanted.address) return 'address'
    const secret = randomId()
    const stop = `${publicUrl}${BFF_PATHS.letterStop}?t=${id}.${secret}`
    const { data: figures, readAt } = read
    const { reader } = wanted
    const home = `${publicUrl}${addressOf({ business: businessKeyOf(businessId), page: '' })}`
    const about = { figures, readAt, reader, provider: deps.provider, business, home, stop }
    const written = deps.renderLetter(about)
    const begun = await letters.begin(id, { monday, stop: digestOf(secret) })
    if (begun !== 'begun') return begun
    const messageName = `letter.${digestOf(`${id}\n${monday}`)}`
    const taken = await deps.sendMail({ ...written, to: address.email, messageName, stop })
    if (taken === 'sent') await letters.end(id, { kind: 'sent', monday })
    else await tell(id, 'mail')
    return taken === 'later' ? 'mail' : taken === 'never' ? 'refused' : 'sent'
  }
}

/** Returns the figures of the overview, or the reason why they cannot be read. */
async function readOverview(
  { readFigures }: Pick<LetterJobDeps, 'readFigures'>,
  { id: connectionId, principalId, version }: ConnectionRecord,
): Promise<FirstAnswer | 'connection' | 'provider'> {
  const session = { principalId, sessionDigest: digestOf(`letter\n${connectionId}`) as DigestOf<SessionId> }
  const caller = { session, requestId: randomId<RequestId>(), trace: undefined, headers: {} }
  try {
    const query = { connectionId, version, operationName: 'overview' }
    return (await readFigures(query, caller, NOBODY)) ?? 'provider'
  } catch (error) {
    if (!(error instanceof BffError) || error.code === 'store-unavailable') throw error
    return NEEDS_READER.has(error.code) ? 'connection' : 'provider'
  }
}

type LetterAddress =
  | { readonly kind: 'verified'; readonly email: string }
  /** The provider names no address, or has not verified it. */
  | { readonly kind: 'none' }
  /** The reader has to mend the connection first, for example by reconnecting. */
  | { readonly kind: 'connection' }
  /** The provider does not return the address at present. */
  | { readonly kind: 'provider' }

export type FindLetterAddress = (record: ConnectionRecord) => Promise<LetterAddress>

/** Creates the function that asks the provider for the present email address of the person. */
export function createFindLetterAddress(deps: {
  readonly tokens: Pick<AccessTokens, 'get' | 'renew'>
  readonly probe: Pick<IdentityProbe, 'askUser'>
}): FindLetterAddress {
  const { tokens, probe } = deps
  return async ({ id, principalId, scopes }) => {
    let token = await tokens.get(id, principalId)
    for (let isFirst = true; token.kind === 'use'; isFirst = false) {
      const { accessToken } = token
      const user = await probe.askUser({ accessToken, scopes })
      if (user.kind === 'value') {
        const { email, isEmailVerified } = user.value
        return email !== null && isEmailVerified ? { kind: 'verified', email } : { kind: 'none' }
      }
      if (user.kind === 'not_asked' || user.kind === 'permission_missing') return { kind: 'none' }
      if (user.kind !== 'unauthenticated' || !isFirst) return { kind: 'provider' }
      token = await tokens.renew(id, accessToken)
    }
    return { kind: token.kind === 'unavailable' ? 'provider' : 'connection' }
  }
}
