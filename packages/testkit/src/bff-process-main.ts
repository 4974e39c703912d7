import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseConfig } from '@counterfoil/bff/config'
import { runBff } from '@counterfoil/bff/run'
import { stopOnSignals } from '@counterfoil/service/listen-and-stop'
import { emptyWebBuild } from './web-build.ts'

// A BFF in a process of its own, for tests that need several, or that end one in the middle of its work.
// TEST_CRASH_AT names a step of a refresh at which the process dies as by SIGKILL, the first time it comes there.
const crashAt = process.env['TEST_CRASH_AT']
// TEST_FREEZE_AT names one at which it stops as by SIGSTOP, once, until somebody lets it go on.
let freezeAt = process.env['TEST_FREEZE_AT']
const leaseMs = process.env['TEST_LEASE_MS']
const upstreamTotalMs = process.env['TEST_UPSTREAM_TOTAL_MS']
const aheadMs = Number(process.env['TEST_AHEAD_MS'] ?? 0)

const bff = await runBff(
  parseConfig(process.env, () => undefined),
  {
    ...(process.env['TEST_PAGES'] === 'built' ? {} : { web: emptyWebBuild() }),
    revokeEveryMs: process.env['TEST_WORKERS'] === 'off' ? 3_600_000 : 50,
    clock: () => Date.now() + aheadMs,
    ...(leaseMs === undefined ? {} : { leaseMs: Number(leaseMs) }),
    ...(upstreamTotalMs === undefined ? {} : { upstreamTotalMs: Number(upstreamTotalMs) }),
    onStep(step) {
      if (step === crashAt) process.kill(process.pid, 'SIGKILL')
      if (step !== freezeAt) return
      freezeAt = undefined
      process.kill(process.pid, 'SIGSTOP')
    },
  },
)
stopOnSignals(bff.close)

/** What a collection finds to be dead may free something else only once its finalizers ran. */
const COLLECTIONS = 8
let looks = 0
process.on('SIGUSR2', () => {
  void (async () => {
    for (let round = 0; round < COLLECTIONS; round += 1) {
      globalThis.gc?.()
      await nextTurn()
    }
    looks += 1
    // `external` contains the memory of array buffers.
    const { heapUsed, external } = process.memoryUsage()
    process.stdout.write(
      `${JSON.stringify({ event: 'test.live', look: looks, bytes: heapUsed + external })}\n`,
    )
  })()
})
process.stdout.write(`${JSON.stringify({ event: 'test.ready', address: bff.url })}\n`)
