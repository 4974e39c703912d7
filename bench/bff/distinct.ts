// One query each of many people, again and again: nothing is remembered of most of them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { runClosedLoop } from './load-generator.ts'
import type { Subject } from './subject.ts'

/** Cost of one query in one pass over all people; in the first pass the process has seen none of them. */
export interface Pass {
  readonly cpuMicros: number
  readonly redisMicros: number
  readonly redisCommands: number
  readonly errors: number
}

export interface DistinctPeople {
  readonly passes: readonly Pass[]
  /** When all have been there, and the process has had a moment of rest. */
  readonly memoryMb: number
}

const PASSES = 3
const CONNECTIONS = 48
/** Time for work that continues after the answers; it belongs to the pass. */
const REST_MS = 300

export async function measureDistinct(options: {
  readonly subject: Subject
  readonly redis: Redis
  readonly people: number
  readonly nextRequest: (index: number) => Buffer
}): Promise<DistinctPeople> {
  const { subject, people } = options
  const passes: Pass[] = []
  for (let pass = 0; pass < PASSES; pass += 1) {
    const [cpuBefore, redisBefore] = [subject.cpuSeconds(), await readRedis(options.redis)]
    const load = await runClosedLoop({
      ...{ ports: [subject.port], connections: CONNECTIONS, seconds: 0, requests: people },
      nextRequest: options.nextRequest,
    })
    await sleep(REST_MS)
    const redisAfter = await readRedis(options.redis)
    passes.push({
      cpuMicros: ((subject.cpuSeconds() - cpuBefore) / people) * 1e6,
      redisMicros: ((redisAfter.cpuSeconds - redisBefore.cpuSeconds) / people) * 1e6,
      redisCommands: (redisAfter.commands - redisBefore.commands) / people,
      errors: load.errors,
    })
  }
  return { passes, memoryMb: subject.memoryMb() }
}

/** The least disturbed value of each pass: other work on the machine only ever makes them worse. */
export function bestPasses(rounds: readonly DistinctPeople[]): DistinctPeople {
  const lowest = (pass: number, name: keyof Pass) =>
    Math.min(...rounds.map(({ passes }) => passes[pass]?.[name] ?? Number.NaN))
  return {
    passes: Array.from({ length: PASSES }, (_, pass) => ({
      cpuMicros: lowest(pass, 'cpuMicros'),
      redisMicros: lowest(pass, 'redisMicros'),
      redisCommands: lowest(pass, 'redisCommands'),
      errors: rounds.reduce((sum, { passes }) => sum + (passes[pass]?.errors ?? 0), 0),
    })),
    memoryMb: Math.max(...rounds.map(({ memoryMb }) => memoryMb)),
  }
}

/** Commands that clients send and those of scripts alike. */
async function readRedis(redis: Redis): Promise<{ readonly cpuSeconds: number; readonly commands: number }> {
  const [cpu, stats] = await Promise.all([redis.info('cpu'), redis.info('commandstats')])
  const secondsOf = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(cpu)?.[1])
  const calls = stats.matchAll(/cmdstat_\S+?:calls=(\d+)/g)
  return {
    cpuSeconds: secondsOf('used_cpu_sys') + secondsOf('used_cpu_user'),
    commands: [...calls].reduce((sum, [, count]) => sum + Number(count), 0),
  }
}
