import { createSeededRandom } from '../seeded-random.ts'
import { JOURNEY_NAMES, JOURNEYS, type Journey, type JourneyName } from './journeys.ts'
import { countCommands, tryKillPoint, type KillPoint, type KillResult } from './kill-point.ts'
import { KINDS_OF_PROVIDER, startKillWorld, type ProviderKind, type Victim } from './kill-world.ts'

const MOMENTS = ['before', 'after'] as const

export type KillRunOptions = {
  /** Which of the two kinds of provider, and which journeys; undefined: all. */
  readonly kinds?: readonly ProviderKind[]
  readonly journeys?: readonly JourneyName[]
  /** How many points of each kind of provider are tried, drawn with `seed`; undefined: all. */
  readonly sample?: { readonly points: number; readonly seed: number }
  readonly onResult?: (result: KillResult) => void
}

/** Lets processes die at every command of every journey, or at some, with both kinds of provider, or with one. */
export async function runKills(options: KillRunOptions = {}): Promise<readonly KillResult[]> {
  const { kinds = KINDS_OF_PROVIDER } = options
  // Side by side: much of the time one of them waits for a process to start.
  return (await Promise.all(kinds.map((kind) => runKind(kind, options)))).flat()
}

async function runKind(
  kind: ProviderKind,
  { journeys = JOURNEY_NAMES, sample, onResult }: KillRunOptions,
): Promise<KillResult[]> {
  const world = await startKillWorld(kind)
  const startFor = (journey: JourneyName) => world.startVictim(worksAfterMsOf(journey))
  let spare: Promise<Victim> | undefined
  try {
    const results: KillResult[] = []
    const all: KillPoint[] = []
    const counter = await world.startVictim()
    for (const journey of journeys) {
      const worker = worksAfterMsOf(journey) === undefined ? undefined : await startFor(journey)
      const count = await countCommands(world, worker ?? counter, journey)
      await worker?.end()
      for (let command = 1; command <= count; command += 1)
        all.push(...MOMENTS.map((moment) => ({ provider: kind, journey, command, moment })))
    }
    const points = sample === undefined ? all : draw(all, sample.points, createSeededRandom(sample.seed))
    const [first] = points
    if (first !== undefined && worksAfterMsOf(first.journey) === undefined) spare = Promise.resolve(counter)
    else await counter.end()
    for (const [index, point] of points.entries()) {
      const victim = await (spare ?? startFor(point.journey))
      // The next one starts while this one dies.
      const next = points[index + 1]
      spare = next && startFor(next.journey)
      const result = await tryKillPoint(world, victim, point)
      results.push(result)
      onResult?.(result)
    }
    return results
  } finally {
    await spare?.then((left) => left.end())
    await world.close()
  }
}

function worksAfterMsOf(name: JourneyName): number | undefined {
  const journey: Journey = JOURNEYS[name]
  return journey.worksAfterMs
}

function draw<T>(all: readonly T[], count: number, random: () => number): readonly T[] {
  return all
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ item }) => item)
}
