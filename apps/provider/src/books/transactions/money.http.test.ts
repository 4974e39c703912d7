import { describe } from 'vitest'
import { moneyBulks } from './testing/money-bulks.ts'
import { moneyEntries } from './testing/money-entries.ts'
import { moneyReadings } from './testing/money-readings.ts'
import { moneyRefusals } from './testing/money-refusals.ts'
import { moneyTaxes } from './testing/money-taxes.ts'
import { startMoney } from './testing/money-world.ts'

describe.each(['memory', 'postgres'] as const)('money transactions, on a database of kind %s', (kind) => {
  const world = startMoney(kind)
  moneyEntries(world)
  moneyRefusals(world)
  moneyTaxes(world)
  moneyBulks(world)
  moneyReadings(world)
})
