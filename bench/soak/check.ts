import { setTimeout as sleep } from 'node:timers/promises'
import { findDoubleRefreshes, type Kill } from './kill-log.ts'
import type { Person, Tally } from './person.ts'
import type { World } from './world.ts'

const SETTLES_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 2_000
/** The soonest refresh: a token of 20 s is renewed after at least 17 s, by the clock of the BFF, which may differ. */
const SOONEST_REFRESH_MS = 12_000
/** The time by which every call that waited for a part has ended: a token request may take 10 s, a lease 15 s. */
const GRACE_MS = 25_000

/**
 * Checks every promise after all parts were killed and restarted; each broken one is added to `tally` as a problem. Returns what
 * was found.
 */
export async function check(
  world: World,
  people: readonly Person[],
  { kills, tally }: { readonly kills: readonly Kill[]; readonly tally: Tally },
) {
  const stays = await Promise.all(people.map((person) => checkPerson(person, tally)))
  const connected = new Set(stays.filter((uuid) => uuid !== undefined))
  const liveFamilies = await checkTokens(world, connected, tally)
  const { refreshes, repeatedRefreshes } = await checkRefreshes(world, kills, tally)
  return {
    promised: connected.size,
    ...{ liveFamilies, refreshes, repeatedRefreshes },
    ...(await checkBooks(world, people, tally)),
  }
}

/** Checks that the person's promised connection exists and answers. Returns its business. */
async function checkPerson(person: Person, tally: Tally): Promise<string | undefined> {
  const { email, businessUuid } = person.customer
  const endsAtMs = Date.now() + 60_000
  for (;;) {
    try {
      const { status, connections } = await person.look()
      const living = connections.filter(({ state }) => state !== 'disconnected')
      const states = connections.map(({ state, reason }) => `${state} ${reason ?? ''}`).join(', ')
      const promised = person.promised()
      if (promised !== undefined && !living.some(({ id, state }) => id === promised && state === 'connected'))
        throw new Error(`${email} was promised a connection and has (${status}): ${states || 'none'}`)
      return living.length === 0 ? undefined : businessUuid
    } catch (error) {
      if (Date.now() > endsAtMs) {
        tally.problem(`lost: ${String(error)}`)
        return undefined
      }
      // The background checks have stopped; only a query can find that the provider is available again.
      const promised = person.promised()
      if (promised !== undefined) await person.ask(promised).catch(() => undefined)
      await sleep(LOOK_EVERY_MS)
    }
  }
}

/**
 * Checks that each connection has one live token family, and nobody else has one. Tokens of an abandoned attempt are kept
 * for eleven minutes; a process whose clock is ahead runs the work that is due by then.
 */
async function checkTokens(world: World, connected: ReadonlySet<string>, tally: Tally): Promise<number> {
  const endsAtMs = Date.now() + SETTLES_WITHIN_MS
  for (;;) {
    const rows = await world.read<{ readonly business_id: string; readonly n: number }>(
      `select business_id::text, count(*)::int as n from token_families
       where kind = 'oauth' and ended_at is null group by business_id`,
    )
    const wrong = [
      ...rows.filter(({ business_id, n }) => !connected.has(business_id) || n !== 1),
      ...[...connected].filter((id) => !rows.some(({ business_id }) => business_id === id)),
    ]
    if (wrong.length === 0) return rows.length
    await world.settle()
    if (Date.now() > endsAtMs) {
      for (const one of wrong)
        tally.problem(
          typeof one === 'string'
            ? `tokens: a connection has none that lives`
            : `tokens: ${one.n} live families of a business that is ${connected.has(one.business_id) ? '' : 'not '}connected`,
        )
      return rows.length
    }
    await sleep(LOOK_EVERY_MS)
  }
}

async function checkRefreshes(world: World, kills: readonly Kill[], tally: Tally) {
  const rows = await world.read<{ readonly family_id: string; readonly at: Date }>(
    'select family_id::text, at from soak_refreshes order by at',
  )
  const uses = rows.map(({ family_id, at }) => ({ familyId: family_id, atMs: at.getTime() }))
  const limits = { soonestMs: SOONEST_REFRESH_MS, graceMs: GRACE_MS }
  const { doubled, repeated } = findDoubleRefreshes(uses, kills, limits)
  for (const { atMs } of doubled)
    tally.problem(`refreshed twice, the second time at ${new Date(atMs).toISOString()}`)
  const replayed = await world.read<{ readonly n: number }>(
    `select count(*)::int as n from token_families where end_reason = 'refresh_token_replayed'`,
  )
  if ((replayed[0]?.n ?? 0) > 0) tally.problem(`${replayed[0]?.n} families ended by a replay`)
  return { refreshes: uses.length, repeatedRefreshes: repeated }
}

/** Checks that each entered payment exists once and that the books balance. */
async function checkBooks(world: World, people: readonly Person[], tally: Tally) {
  const rows = await world.read<{ readonly external_id: string }>(
    'select external_id from entries where external_id is not null and reverses_id is null',
  )
  const there = rows.map(({ external_id }) => external_id)
  const ids = new Set(there)
  if (ids.size < there.length) tally.problem(`books: ${there.length - ids.size} entries stand twice`)
  const entered = people.flatMap((person) => [...person.entered])
  const unsure = people.flatMap((person) => [...person.unsure])
  const lost = entered.filter((id) => !ids.has(id))
  if (lost.length > 0) tally.problem(`books: ${lost.length} entries were confirmed and are not there`)
  const verified = (await world.harbour('books', 'verify')) as { readonly differences: readonly unknown[] }
  for (const difference of verified.differences) tally.problem(`books: ${JSON.stringify(difference)}`)
  const unsureThatAreThere = unsure.filter((id) => ids.has(id)).length
  return { entered: entered.length, unsure: unsure.length, unsureThatAreThere }
}
