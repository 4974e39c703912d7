import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '@counterfoil/testkit/seeded-random'
import { check, type Findings } from './check.ts'
import type { Kill } from './kill-log.ts'
import { createPerson } from './person.ts'
import type { StoreKind } from './redis-parts.ts'
import { createTally, type Tally } from './tally.ts'
import { startWorld } from './world.ts'

type SoakOptions = {
  readonly kind: StoreKind
  readonly people: number
  /** Rounds in which each part is killed once go on for so long, and there are two at least. */
  readonly minutes: number
  readonly seed: number
  /** Only parts whose names fit are killed. */
  readonly parts: RegExp
  readonly say: (line: string) => void
}

export type SoakResult = {
  readonly kind: StoreKind
  readonly minutes: number
  readonly rounds: number
  readonly kills: readonly Kill[]
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly findings: Findings
  /** Errors logged by services, with their counts. */
  readonly errors: Readonly<Record<string, number>>
  readonly problems: Readonly<Record<string, number>>
}

const ROUNDS = 2
/** Between the return of one part and the death of the next: all are used again. */
const CALM_MS = 2_000

/** Runs people against the whole product while its parts are killed one after the other, then checks the result. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { kind, people, minutes, seed, say } = options
  const world = await startWorld(kind, people)
  // The servers of PostgreSQL are nobody's children: they would stay.
  const stop = (): void => void world.close().finally(() => process.exit(1))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const tally = createTally()
    const random = createSeededRandom(seed)
    const { appUrl, providerUrl } = world
    const persons = world.customers.map((customer) =>
      createPerson({ appUrl, providerUrl, customer, tally, random }),
    )
    const startedAtMs = Date.now()
    let isOver = false
    const living = Promise.all(
      persons.map(async (person) => {
        while (!isOver) await person.live()
      }),
    )
    await sleep(CALM_MS)
    const kills: Kill[] = []
    let rounds = 0
    for (; rounds < ROUNDS || Date.now() - startedAtMs < minutes * 60_000; rounds += 1) {
      for (const part of world.parts.filter(({ name }) => options.parts.test(name))) {
        const atMs = Date.now()
        await part.kill()
        await part.restore()
        kills.push({ part: part.name, atMs, restoredAtMs: Date.now() })
        say(`${kind}, round ${rounds + 1}: ${part.name} was away for ${Date.now() - atMs} ms`)
        await sleep(CALM_MS)
      }
    }
    isOver = true
    await living
    say(`${kind}: looking at what is left`)
    const findings = await check(world, persons, { kills, tally })
    await Promise.all(world.services.map((service) => service.close()))
    return {
      ...{ kind, rounds, kills, findings, minutes: Math.round((Date.now() - startedAtMs) / 6_000) / 10 },
      ...plain(tally),
      errors: Object.fromEntries(sum(world.services.map((service) => service.errors()))),
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await world.close()
  }
}

function plain({ counts, problems }: Tally): Pick<SoakResult, 'counts' | 'problems'> {
  return {
    counts: Object.fromEntries([...counts].map(([what, of]) => [what, Object.fromEntries(of)])),
    problems: Object.fromEntries(problems),
  }
}

function sum(maps: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  for (const [name, times] of maps.flatMap((map) => [...map])) all.set(name, (all.get(name) ?? 0) + times)
  return all
}
