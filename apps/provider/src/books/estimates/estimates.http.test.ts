import { describe } from 'vitest'
import { estimateConversions } from './testing/estimate-conversions.ts'
import { estimateDeposits } from './testing/estimate-deposits.ts'
import { estimateDrafts } from './testing/estimate-drafts.ts'
import { estimateLists } from './testing/estimate-lists.ts'
import { estimateLives } from './testing/estimate-lives.ts'
import { startEstimates } from './testing/estimates-world.ts'

describe.each(['memory', 'postgres'] as const)(
  'the estimates of a business, on a database of kind %s',
  (kind) => {
    const world = startEstimates(kind)
    estimateDrafts(world)
    estimateLives(world)
    estimateDeposits(world)
    estimateConversions(world)
    estimateLists(world)
  },
)
