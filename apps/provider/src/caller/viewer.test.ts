import { describe, expect, it } from 'vitest'
import { viewerOf, type Viewer } from './viewer.ts'

describe(viewerOf, () => {
  it('is who the token belongs to', () => {
    const viewer = {
      userId: 'u',
      applicationId: null,
      scopes: [],
      reach: { kind: 'own' },
    } as unknown as Viewer
    expect(viewerOf({ viewer })).toBe(viewer)
  })

  it('stops a resolver that nobody called, as a fault of ours', () => {
    expect(() => viewerOf({ viewer: undefined })).toThrow('A resolver was reached without a token')
  })
})
