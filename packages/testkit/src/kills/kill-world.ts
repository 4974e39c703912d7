import { Redis } from 'ioredis'
import { startBffProcess, type BffProcess } from '../bff-process.ts'
import { createCommandGate, type CommandGate } from '../command-gate.ts'
import { startFakeProvider, type FakeProvider } from '../fake-provider.ts'
import { startRedis } from '../redis.ts'
import { createSocketGate } from '../socket-gate.ts'
import { startBff } from '../start-bff.ts'

/** `keeps`: refresh tokens stay valid; `rotates`: each is valid for one use, and reuse revokes all tokens of its grant. */
export const KINDS_OF_PROVIDER = ['keeps', 'rotates'] as const
export type ProviderKind = (typeof KINDS_OF_PROVIDER)[number]

/** A BFF process that is about to die, with its own gate in front of Redis. */
export type Victim = { readonly process: BffProcess; readonly gate: CommandGate; end(): Promise<void> }

/** One provider, one Redis, and the processes of one app: some die, one survives. */
export type KillWorld = {
  readonly kind: ProviderKind
  readonly provider: FakeProvider
  /** The address of the app for browsers, whichever process serves it. */
  readonly appUrl: string
  /** @param worksAfterMs Milliseconds by which {@link BffProcess.work} advances the clock. */
  startVictim(worksAfterMs?: number): Promise<Victim>
  leadToVictim(victim: Victim): void
  /** Sends all following requests to the surviving process. */
  leadToTaker(): void
  /** Advances the clock of the surviving process and the expiries of the store. */
  pass(ms: number): Promise<void>
  /** Advances the clock of the surviving process only, unlike {@link KillWorld.pass}. */
  move(ms: number): void
  /** Advances the expiries of the store alone. */
  expire(ms: number): Promise<void>
  /** Turns the clock back, so that rows created now are old afterwards. */
  goBack(ms: number): void
  /** The store is empty and the clock right again. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** Starts it on free ports. */
export async function startKillWorld(kind: ProviderKind): Promise<KillWorld> {
  const redis = await startRedis()
  const provider = await startFakeProvider({ rotate: kind === 'rotates' ? 'at_once' : false })
  const front = await createSocketGate()
  const appUrl = `http://localhost:${front.port}`
  const taker = await startBff({
    redisUrl: redis.url,
    provider,
    env: { BFF_PUBLIC_URL: appUrl, BFF_SWEEP_SECONDS: '1' },
  })
  const admin = new Redis(redis.url)
  let passedMs = 0

  function move(ms: number): void {
    passedMs += ms
    taker.advance(ms)
  }
  async function expire(ms: number): Promise<void> {
    for (const key of await admin.keys('*')) {
      const leftMs = await admin.pttl(key)
      if (leftMs >= 0) await admin.pexpire(key, leftMs - ms)
    }
  }
  function leadTo(port: number): void {
    front.leadTo(port)
    front.cut()
  }

  return {
    ...{ kind, provider, appUrl },
    async startVictim(worksAfterMs) {
      const gate = await createCommandGate(redis.port)
      const env = { ...taker.env, REDIS_URL: `redis://127.0.0.1:${gate.port}`, BFF_SWEEP_SECONDS: '3600' }
      const process = await startBffProcess(env, {
        workers: 'off',
        ...(worksAfterMs === undefined ? {} : { worksAfterMs }),
      })
      return {
        ...{ process, gate },
        async end() {
          await process.stop('SIGKILL')
          await gate.close()
        },
      }
    },
    leadToVictim: (victim) => leadTo(Number(new URL(victim.process.address).port)),
    leadToTaker: () => leadTo(Number(taker.env['BFF_PORT'])),
    async pass(ms) {
      move(ms)
      await expire(ms)
    },
    move,
    expire,
    goBack: (ms) => move(-ms),
    async clear() {
      move(-passedMs)
      await admin.flushall()
    },
    async close() {
      admin.disconnect()
      await taker.close()
      await front.close()
      await provider.close()
      await redis.close()
    },
  }
}
