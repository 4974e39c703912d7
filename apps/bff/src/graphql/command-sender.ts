import { BffError } from '#http/errors.ts'
import { createLease, LEASE_MS, SPENDING_LEASES } from '#redis/lease.ts'
import { digestOf } from '#crypto/signature.ts'
import {
  judgeClaim,
  type ClaimVerdict,
  type CommandClaim,
  type KeptCommandAnswer,
  type Sending,
} from './command-claim.ts'
import type { CommandClaims, CommandName, SealedClaim } from './command-claims-store.ts'
import type { CallProvider, Listener, ProviderCall } from './graphql-ports.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { pickResponseHeaders } from './proxy-headers.ts'

/** How often the claim of a command that another request sent is read. */
const LOOK_EVERY_MS = 200

/** A mutation, its key, and whether its person said that it shall be sent again. */
export interface Command {
  readonly call: ProviderCall
  readonly name: CommandName
  readonly sending: Sending
}

/** Carries out a command, or answers what came of it before; undefined when the browser has gone. */
export type SendCommand = (command: Command) => Promise<UpstreamAnswer | undefined>

export interface CommandSenderDeps {
  readonly claims: CommandClaims
  readonly callProvider: CallProvider
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
  /** A claim holds {@link SPENDING_LEASES} of them unless it is renewed, and nothing is sent in the last one. */
  readonly leaseMs?: number | undefined
}

/** A mutation is carried out also when its browser has gone: the same key asked again is answered from its claim. */
const NOBODY_LEAVES: Listener = { closed: false, once: () => undefined }

/**
 * Sends each command once, among all processes and browsers: the key is claimed before anything is sent.
 *
 * The same key and body again gets the same answer; while it is on its way, which the process that sent it goes on saying, the one who
 * asks waits for it. When it cannot be said
 * whether the provider carried it out, that is the answer (`outcome-unknown`), and it is never sent again by itself.
 *
 * @throws BffError `idempotency-mismatch` for another body, `outcome-unknown`, and what a query may fail with: then nothing was done
 */
export function createCommandSender(deps: CommandSenderDeps): SendCommand {
  const leaseMs = deps.leaseMs ?? LEASE_MS
  return async (command) => {
    const { call, name } = command
    const bodyDigest = digestOf(call.operation.upstreamBody)
    let instead: SealedClaim | undefined
    for (;;) {
      const askedAtMs = deps.clock()
      const taking = await deps.claims.take(name, { kind: 'sent', bodyDigest }, instead)
      instead = undefined
      switch (taking.kind) {
        case 'taken':
          return carryOut(deps, command, { mine: taking.mine, bodyDigest, askedAtMs, leaseMs })
        case 'gone':
          throw new BffError('connection-not-found')
        case 'full':
          throw new BffError('rate-limited', { log: { limit: 'commands' } })
        case 'held': {
          const heard = hear(taking, {
            bodyDigest,
            sending: command.sending,
            leaseMs: leaseMs * SPENDING_LEASES,
          })
          if (heard.kind === 'answer') return toUpstreamAnswer(heard.answer)
          if (heard.kind === 'send-again') instead = taking.held
          else if (call.res.closed) return undefined
          else await deps.wait(LOOK_EVERY_MS)
        }
      }
    }
  }
}

/**
 * What the claim of an earlier request means for this one.
 * @throws BffError `idempotency-mismatch`, `outcome-unknown`
 */
function hear(
  { claim, ageMs }: { readonly claim: CommandClaim | undefined; readonly ageMs: number },
  asked: { readonly bodyDigest: string; readonly sending: Sending; readonly leaseMs: number },
): Exclude<ClaimVerdict, { kind: 'other-body' | 'unknown' }> {
  const verdict = judgeClaim(claim, { ...asked, ageMs })
  switch (verdict.kind) {
    case 'other-body':
      throw new BffError('idempotency-mismatch')
    case 'unknown':
      throw new BffError('outcome-unknown', { log: { reason: 'claimed before' } })
    case 'answer':
    case 'send-again':
    case 'wait':
      return verdict
  }
}

interface Mine {
  readonly mine: SealedClaim
  readonly bodyDigest: string
  readonly askedAtMs: number
  readonly leaseMs: number
}

/** Sends it while saying that it is on its way; a process that was frozen for too long to say so sends nothing. */
async function carryOut(deps: CommandSenderDeps, command: Command, claimed: Mine): Promise<UpstreamAnswer> {
  const { claims, clock } = deps
  const { askedAtMs, leaseMs } = claimed
  const lease = createLease({
    ...{ leaseMs, clock, askedAtMs, lengthMs: leaseMs * SPENDING_LEASES },
    lock: { extend: () => claims.renew(command.name, claimed.mine) },
    wait: deps.wait,
  })
  let isOver = false
  void lease.keep(() => isOver)
  try {
    return await sendClaimed(deps, command, { ...claimed, maySend: lease.isSafe })
  } finally {
    isOver = true
  }
}

async function sendClaimed(
  { claims, callProvider }: CommandSenderDeps,
  { call, name }: Command,
  { mine, bodyDigest, maySend }: Mine & { readonly maySend: () => boolean },
): Promise<UpstreamAnswer> {
  try {
    const answer = await callProvider({
      ...call,
      // Kept as text: what one browser unpacks, another may not.
      incoming: { ...call.incoming, 'accept-encoding': undefined },
      ...{ res: NOBODY_LEAVES, idempotencyKey: name.key, maySend },
    })
    if (answer === undefined) throw new BffError('provider-unavailable')
    const kept = keepable(answer)
    const claim: CommandClaim =
      kept === undefined ? { kind: 'unknown', bodyDigest } : { kind: 'done', bodyDigest, answer: kept }
    // The answer is known: a store that is away is no reason to hide it.
    await claims.settle(name, mine, claim).catch(() => undefined)
    return answer
  } catch (error) {
    if (error instanceof BffError && error.isNothingDone) {
      await claims.release(name, mine).catch(() => undefined)
      throw error
    }
    await claims.settle(name, mine, { kind: 'unknown', bodyDigest }).catch(() => undefined)
    throw new BffError('outcome-unknown', { cause: error })
  }
}

/** Undefined for an answer so long that it came in parts; the app asks for none. */
function keepable(answer: UpstreamAnswer): KeptCommandAnswer | undefined {
  if (!answer.isWhole) return undefined
  return {
    status: answer.status,
    headers: Object.fromEntries(pickResponseHeaders(answer.headers)),
    body: answer.beginning.toString(),
  }
}

function toUpstreamAnswer({ status, headers, body }: KeptCommandAnswer): UpstreamAnswer {
  const beginning = Buffer.from(body)
  return {
    ...{ status, headers, beginning, isWhole: true },
    relayTo: (res) => void res.end(beginning),
    collect: () => Promise.resolve(beginning),
    findFault: () => undefined,
    discard: () => undefined,
  }
}
