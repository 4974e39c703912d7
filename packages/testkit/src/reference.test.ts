import { referenceOf as referenceInThePage } from '@counterfoil/bff-api/reference'
import { referenceOf as referenceInTheLog } from '@counterfoil/service/telemetry/reference'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('the reference of an error page', () => {
  it('is the same on the page and in the logs, for every form of request id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (requestId) => {
        expect(referenceInThePage(requestId)).toBe(referenceInTheLog(requestId))
      }),
    )
  })
})
