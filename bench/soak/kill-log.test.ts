import { describe, expect, it } from 'vitest'
import { findDoubleRefreshes, type Kill } from './kill-log.ts'

const LIMITS = { soonestMs: 1_000, graceMs: 100 }
const use = (atMs: number, familyId = 'one') => ({ familyId, atMs })
const kill = (atMs: number, restoredAtMs: number): Kill => ({ part: 'redis-1', atMs, restoredAtMs })

describe('findDoubleRefreshes', () => {
  it('reports a refresh token that is used twice within the lifetime of its access token', () => {
    expect(findDoubleRefreshes([use(0), use(1_000)], [], LIMITS)).toEqual({ doubled: [], repeated: 0 })
    expect(findDoubleRefreshes([use(999), use(0)], [], LIMITS).doubled).toEqual([use(999)])
  })

  it('ignores uses of two different refresh tokens', () => {
    expect(findDoubleRefreshes([use(0), use(1, 'other')], [], LIMITS).doubled).toEqual([])
  })

  it('permits a second use after a kill, until the calls that waited for the killed process have ended', () => {
    const uses = [use(500), use(900)]
    expect(findDoubleRefreshes(uses, [kill(600, 700)], LIMITS)).toEqual({ doubled: [], repeated: 1 })
    expect(findDoubleRefreshes(uses, [kill(100, 400)], LIMITS)).toEqual({ doubled: [], repeated: 1 })
    expect(findDoubleRefreshes(uses, [kill(100, 399)], LIMITS).doubled).toEqual([use(900)])
    expect(findDoubleRefreshes(uses, [kill(901, 950)], LIMITS).doubled).toEqual([use(900)])
  })
})
