import { describe, expect, it } from 'vitest'
import { viewerOf, type Viewer } from './viewer.ts'

describe(viewerOf, () => {
  it('is the owner of the token', () => {
    const viewer = {
      userId: 'u',
      applicationId: null,
      scopes: [],
      reach: { kind: 'own' },
    } as unknown as Viewer
    expect(viewerOf({ viewer })).toBe(viewer)
  })

  it('throws in a resolver without a caller, as a fault of ours', () => {
    expect(() => viewerOf({ viewer: undefined })).toThrow('A resolver was reached without a token')
  })
})
