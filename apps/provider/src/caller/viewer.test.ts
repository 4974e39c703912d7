import { describe, expect, it } from 'vitest'
import { viewerOf } from './viewer.ts'

describe(viewerOf, () => {
  it('stops a resolver that nobody called, as a fault of ours', () => {
    expect(() => viewerOf({ viewer: undefined })).toThrow('A resolver was reached without a token')
  })
})
