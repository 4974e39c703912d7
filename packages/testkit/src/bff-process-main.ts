import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseConfig } from '@counterfoil/bff-app/config'
import { runBff } from '@counterfoil/bff-app/run'
import { findPassedSocket, stopOnSignals } from '@counterfoil/service/http/listen-and-stop'
import { emptyWebBuild } from './web-build.ts'

// A separate BFF process, for tests that need several or kill one during its work.
// TEST_CRASH_AT names a step of a refresh at which the process kills itself with SIGKILL, the first time it reaches it.
const crashAt = process.env['TEST_CRASH_AT']
// TEST_FREEZE_AT names a step at which it stops itself with SIGSTOP, once, until the test continues it.
let freezeAt = process.env['TEST_FREEZE_AT']
const leaseMs = process.env['TEST_LEASE_MS']
const upstreamTotalMs = process.env['TEST_UPSTREAM_TOTAL_MS']
let aheadMs = Number(process.env['TEST_AHEAD_MS'] ?? 0)
// TEST_WORKS_AFTER_MS: SIGUSR1 advances the clock by this time and runs all work that is due then, once.
const worksAfterMs = process.env['TEST_WORKS_AFTER_MS']
let doRound = async (): Promise<void> => undefined

const config = parseConfig(process.env, () => undefined)
const bff = await runBff(config, {
  socketFd: findPassedSocket(process.env, process.pid),
  ...(process.env['TEST_PAGES'] === 'built' ? {} : { web: emptyWebBuild() }),
  revokeEveryMs: process.env['TEST_WORKERS'] === 'off' ? 3_600_000 : 50,
  clock: () => Date.now() + aheadMs,
  ...(worksAfterMs === undefined ? {} : { storeAheadMs: () => aheadMs }),
  onBackground: (round) => void (doRound = round),
  ...(leaseMs === undefined ? {} : { leaseMs: Number(leaseMs) }),
  ...(upstreamTotalMs === undefined ? {} : { upstreamTotalMs: Number(upstreamTotalMs) }),
  onStep(step) {
    if (step === crashAt) process.kill(process.pid, 'SIGKILL')
    if (step !== freezeAt) return
    freezeAt = undefined
    process.kill(process.pid, 'SIGSTOP')
  },
})
stopOnSignals(bff, config)

process.on('SIGUSR1', () => {
  void (async () => {
    aheadMs = Number(worksAfterMs)
    await doRound()
    process.stdout.write('{"event":"test.worked"}\n')
  })()
})

/** A collection may free holders of other objects, and unused code is freed only after some collections. */
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
