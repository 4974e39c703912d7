import { BffError } from '#http/errors.ts'
import { createLease, LEASE_MS, SPENDING_LEASES } from '#redis/lease.ts'
import { digestOf } from '#crypto/signature.ts'
import {
  judgeRecord,
  type IdempotencyRecord,
  type RecordVerdict,
  type RememberedAnswer,
  type Sending,
} from './idempotency-record.ts'
import type { IdempotencyKey, IdempotencyRecords, SealedRecord } from './idempotency-records-store.ts'
import type { CallProvider, Listener, ProviderCall } from './graphql-ports.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { pickResponseHeaders } from './proxy-headers.ts'

/** The interval in milliseconds at which the record of a mutation that another request sent is read. */
const LOOK_EVERY_MS = 200

/** A mutation, its idempotency key, and whether its person asked to send it again. */
export interface Command {
  readonly call: ProviderCall
  readonly key: IdempotencyKey
  readonly sending: Sending
}

/** Sends a mutation, or returns its earlier answer; undefined if the browser has disconnected. */
export type SendCommand = (command: Command) => Promise<UpstreamAnswer | undefined>

interface CommandSenderDeps {
  readonly records: IdempotencyRecords
  readonly callProvider: CallProvider
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
  /** The lease in milliseconds. A record lasts {@link SPENDING_LEASES} leases unless renewed; nothing is sent in the last. */
  readonly leaseMs?: number | undefined
}

/** A listener that never closes: a mutation is sent even if its browser disconnects, which can get the recorded answer later. */
const NOBODY_LEAVES: Listener = { closed: false, once: () => undefined }

/**
 * Creates the sender that sends each mutation once, among all processes and browsers: its record is written before anything is
 * sent.
 *
 * The same key and body get the same answer, and wait for it while another request sends the mutation and renews its record. If it
 * is unknown whether the provider carried it out, the answer is `outcome-unknown`; it is then sent again only if the person asks
 * for it. A mutation that cannot be recorded is not sent.
 *
 * @throws BffError `idempotency-mismatch` for another body, `outcome-unknown`, `too-many-open-changes`, and the errors of a query:
 * then nothing was done
 */
export function createCommandSender(deps: CommandSenderDeps): SendCommand {
  const leaseMs = deps.leaseMs ?? LEASE_MS
  return async (command) => {
    const { call, key } = command
    const bodyDigest = digestOf(call.operation.upstreamBody)
    let instead: SealedRecord | undefined
    for (;;) {
      const askedAtMs = deps.clock()
      const beginning = await deps.records.begin(key, { kind: 'sent', bodyDigest }, instead)
      instead = undefined
      switch (beginning.kind) {
        case 'begun':
          return carryOut(deps, command, { mine: beginning.mine, bodyDigest, askedAtMs, leaseMs })
        case 'gone':
          throw new BffError('connection-not-found')
        case 'full':
          throw new BffError('too-many-open-changes', { retryAfterSeconds: beginning.freeInMs / 1000 })
        case 'found': {
          const verdict = judgeFound(beginning, {
            bodyDigest,
            sending: command.sending,
            leaseMs: leaseMs * SPENDING_LEASES,
          })
          if (verdict.kind === 'answer') return toUpstreamAnswer(verdict.answer)
          if (verdict.kind === 'send-again') instead = beginning.found
          else if (call.res.closed) return undefined
          else await deps.wait(LOOK_EVERY_MS)
        }
      }
    }
  }
}

/**
 * Decides what the record of an earlier request means for this one.
 * @throws BffError `idempotency-mismatch`, `outcome-unknown`
 */
function judgeFound(
  { record, ageMs }: { readonly record: IdempotencyRecord | undefined; readonly ageMs: number },
  asked: { readonly bodyDigest: string; readonly sending: Sending; readonly leaseMs: number },
): Exclude<RecordVerdict, { kind: 'other-body' | 'unknown' }> {
  const verdict = judgeRecord(record, { ...asked, ageMs })
  switch (verdict.kind) {
    case 'other-body':
      throw new BffError('idempotency-mismatch')
    case 'unknown':
      throw new BffError('outcome-unknown', { log: { reason: 'sent before' } })
    case 'answer':
    case 'send-again':
    case 'wait':
      return verdict
  }
}

interface Mine {
  readonly mine: SealedRecord
  readonly bodyDigest: string
  readonly askedAtMs: number
  readonly leaseMs: number
}

/** Sends a mutation and renews its record meanwhile; a process that was frozen for too long to renew the record sends nothing. */
async function carryOut(deps: CommandSenderDeps, command: Command, begun: Mine): Promise<UpstreamAnswer> {
  const { records, clock } = deps
  const { askedAtMs, leaseMs } = begun
  const lease = createLease({
    ...{ leaseMs, clock, askedAtMs, lengthMs: leaseMs * SPENDING_LEASES },
    lock: { extend: () => records.renew(command.key, begun.mine) },
    wait: deps.wait,
  })
  let isOver = false
  void lease.keep(() => isOver)
  try {
    return await sendRecorded(deps, command, { ...begun, maySend: lease.isSafe })
  } finally {
    isOver = true
  }
}

async function sendRecorded(
  { records, callProvider }: CommandSenderDeps,
  { call, key }: Command,
  { mine, bodyDigest, maySend }: Mine & { readonly maySend: () => boolean },
): Promise<UpstreamAnswer> {
  try {
    const answer = await callProvider({
      ...call,
      // Stored uncompressed, because another browser may not support the same encoding.
      incoming: { ...call.incoming, 'accept-encoding': undefined },
      ...{ res: NOBODY_LEAVES, idempotencyKey: key.key, maySend },
    })
    if (answer === undefined) throw new BffError('provider-unavailable')
    // The answer is known: an unavailable store is no reason to withhold it.
    await remember(answer).catch(() => undefined)
    return answer
  } catch (error) {
    if (error instanceof BffError && error.isNothingDone) {
      await records.release(key, mine).catch(() => undefined)
      throw error
    }
    await records.settle(key, mine, { kind: 'unknown', bodyDigest }).catch(() => undefined)
    throw new BffError('outcome-unknown', { cause: error })
  }

  async function remember(answer: UpstreamAnswer): Promise<void> {
    // The provider refused, so nothing was done: a repeated request is refused again.
    if (answer.status >= 400) return records.release(key, mine)
    const record: IdempotencyRecord = answer.isWhole
      ? { kind: 'done', bodyDigest, answer: toRemembered(answer) }
      : // The answer is so long that it was streamed; the app requests no such answer.
        { kind: 'unknown', bodyDigest }
    return records.settle(key, mine, record)
  }
}

function toRemembered({ status, headers, beginning }: UpstreamAnswer): RememberedAnswer {
  return {
    status,
    headers: Object.fromEntries(pickResponseHeaders(headers)),
    body: beginning.toString(),
  }
}

function toUpstreamAnswer({ status, headers, body }: RememberedAnswer): UpstreamAnswer {
  const beginning = Buffer.from(body)
  return {
    ...{ status, headers, beginning, isWhole: true },
    relayTo: (res) => void res.end(beginning),
    collect: () => Promise.resolve(beginning),
    findFault: () => undefined,
    discard: () => undefined,
  }
}
