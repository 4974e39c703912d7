import {
  createScenarioPerson,
  findConnection,
  SCENARIOS,
  type ScenarioPerson,
} from '@counterfoil/testkit/kills/scenarios'
import { startKillWorld, type KillWorld } from '@counterfoil/testkit/kills/kill-world'
import { until } from '@counterfoil/testkit/until'
import { beforeEach, expect, it } from 'vitest'

/** The command that writes a record: here, the one with "confirming". */
const STORES_THE_RECORD = /^EVAL(?:SHA)? connection:/
/** The background waits so long for the process that was asked, and then for its lease. */
const LATER_MS = 125_000

let world: KillWorld
let maria: ScenarioPerson
beforeEach(async () => {
  world = await startKillWorld('keeps')
  world.leadToTaker()
  maria = createScenarioPerson(world)
  await SCENARIOS.disconnect.prepare(maria)
  return () => world.close()
})

const revocationOf = async (subject: ScenarioPerson) =>
  (await findConnection(subject, subject.businesses[0]))?.revocation

it('a process killed after it stored "confirming" leaves a revocation that another process completes', async () => {
  const victim = await world.startVictim()
  world.leadToVictim(victim)
  // It dies as soon as the store has the record, before it asks the provider for anything.
  victim.gate.begin({
    number: (words) => STORES_THE_RECORD.test(words),
    moment: 'after',
    onReached: () => process.kill(victim.process.pid, 'SIGKILL'),
  })
  await SCENARIOS.disconnect.walk(maria).catch(() => undefined)
  await victim.end()
  expect(victim.gate.commands().at(-1)?.words).toMatch(STORES_THE_RECORD)

  world.leadToTaker()
  expect(await revocationOf(maria)).toBe('confirming')
  expect(world.provider.callsOf('revoke')).toEqual([])
  expect(world.provider.aliveTokensOf(maria.userId)).not.toEqual([])

  await world.pass(LATER_MS)
  await until('the record says "confirmed"', async () => (await revocationOf(maria)) === 'confirmed')
  expect(world.provider.aliveTokensOf(maria.userId)).toEqual([])
})
