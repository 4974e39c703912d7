import { createSeededRandom } from '../seeded-random.ts'
import { JOURNEY_NAMES, SCENARIOS, type Scenario, type JourneyName } from './scenarios.ts'
import { countCommands, tryKillPoint, type KillPoint, type KillResult } from './kill-point.ts'
import { KINDS_OF_PROVIDER, startKillWorld, type ProviderKind, type Victim } from './kill-world.ts'

const MOMENTS = ['before', 'after'] as const

export type KillRunOptions = {
  /** The kinds of provider and the scenarios to run; undefined: all. */
  readonly kinds?: readonly ProviderKind[]
  readonly scenarios?: readonly JourneyName[]
  /** The number of kill points per kind of provider, drawn with `seed`; undefined: all. */
  readonly sample?: { readonly points: number; readonly seed: number }
  readonly onResult?: (result: KillResult) => void
}

/** Kills processes at every command of every scenario, or at a sample, with both kinds of provider or one. */
export async function runKills(options: KillRunOptions = {}): Promise<readonly KillResult[]> {
  const { kinds = KINDS_OF_PROVIDER } = options
  // Side by side: much of the time one of them waits for a process to start.
  return (await Promise.all(kinds.map((kind) => runKind(kind, options)))).flat()
}

async function runKind(
  kind: ProviderKind,
  { scenarios = JOURNEY_NAMES, sample, onResult }: KillRunOptions,
): Promise<KillResult[]> {
  const world = await startKillWorld(kind)
  const startFor = (scenario: JourneyName) => world.startVictim(worksAfterMsOf(scenario))
  let spare: Promise<Victim> | undefined
  try {
    const results: KillResult[] = []
    const all: KillPoint[] = []
    const counter = await world.startVictim()
    for (const scenario of scenarios) {
      const worker = worksAfterMsOf(scenario) === undefined ? undefined : await startFor(scenario)
      const count = await countCommands(world, worker ?? counter, scenario)
      await worker?.end()
      for (let command = 1; command <= count; command += 1)
        all.push(...MOMENTS.map((moment) => ({ provider: kind, scenario, command, moment })))
    }
    const points = sample === undefined ? all : draw(all, sample.points, createSeededRandom(sample.seed))
    const [first] = points
    if (first !== undefined && worksAfterMsOf(first.scenario) === undefined) spare = Promise.resolve(counter)
    else await counter.end()
    for (const [index, point] of points.entries()) {
      const victim = await (spare ?? startFor(point.scenario))
      // The next one starts while this one dies.
      const next = points[index + 1]
      spare = next && startFor(next.scenario)
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
  const scenario: Scenario = SCENARIOS[name]
  return scenario.worksAfterMs
}

function draw<T>(all: readonly T[], count: number, random: () => number): readonly T[] {
  return all
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ item }) => item)
}
