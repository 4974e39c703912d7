import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { commandsKey, connectionKey } from '#connections/pending-revocation.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { digestOf } from '#crypto/signature.ts'
import { UNREPLICATED, type ConfirmedStoreDeps } from '#redis/confirm.ts'
import type { CommandClaim } from './command-claim.ts'

/** Claims are kept for so long, as Harbour keeps the answers to its `Idempotency-Key`. */
const CLAIM_KEPT_MS = 86_400_000
/** Of one connection; more changes in a day than a person makes. */
const MAX_CLAIMS = 1000

/** Which command: the key that its person's page chose, for one connection. */
export interface CommandName {
  readonly connectionId: ConnectionId
  readonly principalId: PrincipalId
  readonly key: string
}

/** A claim as it lies in the store: what it is replaced by compares with it. */
export type SealedClaim = string & { readonly __brand: 'SealedClaim' }

export type Taking =
  | { readonly kind: 'taken'; readonly mine: SealedClaim }
  /** Somebody else has it. `claim`: undefined when it cannot be opened. */
  | {
      readonly kind: 'held'
      readonly held: SealedClaim
      readonly claim: CommandClaim | undefined
      /** Since it was taken or renewed last. */
      readonly ageMs: number
    }
  /** The connection does not exist any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'full' }

/** Who sends a command, and what came of it; sealed, for a day, beside the connection. */
export interface CommandClaims {
  /**
   * Takes the key for one sender, among all processes.
   * @param instead Takes it from this claim, if that is still the one.
   */
  take(name: CommandName, claim: CommandClaim, instead?: SealedClaim): Promise<Taking>
  /** Says that `mine` is still being sent. False: somebody took it over, or it is gone. */
  renew(name: CommandName, mine: SealedClaim): Promise<boolean>
  /** Puts `claim` in the place of `mine`, unless somebody took it over. */
  settle(name: CommandName, mine: SealedClaim, claim: CommandClaim): Promise<void>
  /** Nothing was carried out: the key is free again. */
  release(name: CommandName, mine: SealedClaim): Promise<void>
}

/**
 * KEYS: record, claims. ARGV: field, new claim, expected claim ('' for none), now, how long claims are kept, most claims. A value is the
 * time it was taken or renewed last, and the sealed claim.
 */
const TAKE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return {'gone'} end
local now, kept = tonumber(ARGV[4]), tonumber(ARGV[5])
local function at(value) return tonumber(string.match(value, '^%d+')) end
local held = redis.call('HGET', KEYS[2], ARGV[1])
if held and at(held) + kept <= now then held = false end
local sealed = held and string.match(held, '^%d+ (.*)$') or ''
if sealed ~= ARGV[3] then
  if not held then return {'none'} end
  return {'held', sealed, tostring(now - at(held))}
end
if not held and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[6]) then
  local all = redis.call('HGETALL', KEYS[2])
  for i = 1, #all, 2 do
    if at(all[i + 1]) + kept <= now then redis.call('HDEL', KEYS[2], all[i]) end
  end
  if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[6]) then return {'full'} end
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[4] .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[2], kept)
return {'taken'}`

/** KEYS: claims. ARGV: field, expected claim, new claim or '' to remove it. */
const SETTLE = `
local held = redis.call('HGET', KEYS[1], ARGV[1])
if not held then return 0 end
local at, sealed = string.match(held, '^(%d+) (.*)$')
if sealed ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1])
else redis.call('HSET', KEYS[1], ARGV[1], at .. ' ' .. ARGV[3]) end
return 1`

/** KEYS: claims. ARGV: field, expected claim, now. */
const RENEW = `
local held = redis.call('HGET', KEYS[1], ARGV[1])
if not held or string.match(held, '^%d+ (.*)$') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ' ' .. ARGV[2])
return 1`

export function createCommandClaims(deps: ConfirmedStoreDeps & { readonly box: SealedBox }): CommandClaims {
  const { redis, box, storeTime, confirm = UNREPLICATED } = deps
  const fieldOf = ({ key }: CommandName) => digestOf(key)
  const contextOf = (name: CommandName) =>
    `${commandsKey(name.connectionId)}:${name.principalId}:${fieldOf(name)}`
  const seal = (name: CommandName, claim: CommandClaim) =>
    box.seal({ text: JSON.stringify(claim), context: contextOf(name) }) as SealedClaim

  function open(name: CommandName, sealed: SealedClaim): CommandClaim | undefined {
    const opening = box.open({ sealed, context: contextOf(name) })
    return opening.kind === 'opened' ? (JSON.parse(opening.text) as CommandClaim) : undefined
  }

  async function replace(name: CommandName, mine: SealedClaim, next: string): Promise<void> {
    await redis.eval(SETTLE, 1, commandsKey(name.connectionId), fieldOf(name), mine, next)
  }

  return {
    async take(name, claim, instead) {
      const { connectionId } = name
      const mine = seal(name, claim)
      const nowMs = await storeTime()
      const keys = [connectionKey(connectionId), commandsKey(connectionId)]
      // Confirmed by the replicas: a claim that a failover loses would let the command be sent twice.
      const [word, held = '', ageMs = '0'] = (await confirm(commandsKey(connectionId), () =>
        redis.eval(TAKE, 2, ...keys, fieldOf(name), mine, instead ?? '', nowMs, CLAIM_KEPT_MS, MAX_CLAIMS),
      ).catch(async (error: unknown) => {
        // Nothing is sent: a claim that stayed would make the next try wait for an answer that never comes.
        await replace(name, mine, instead ?? '').catch(() => undefined)
        throw error
      })) as [string, SealedClaim?, string?]
      switch (word) {
        case 'taken':
          return { kind: 'taken', mine }
        case 'held':
          return {
            ...{ kind: 'held', held: held as SealedClaim, ageMs: Number(ageMs) },
            claim: open(name, held as SealedClaim),
          }
        case 'full':
          return { kind: 'full' }
        case 'none':
          // The claim to be replaced was released meanwhile.
          return this.take(name, claim)
        default:
          return { kind: 'gone' }
      }
    },
    async renew(name, mine) {
      const key = commandsKey(name.connectionId)
      const nowMs = await storeTime()
      // Confirmed as the claim was: who relies on it must find it after a failover.
      return (await confirm(key, () => redis.eval(RENEW, 1, key, fieldOf(name), mine, nowMs))) === 1
    },
    settle: (name, mine, claim) => replace(name, mine, seal(name, claim)),
    release: (name, mine) => replace(name, mine, ''),
  }
}
