import type { Request } from 'express'
import { describe, expect, it } from 'vitest'
import { routeOf } from './route-of.ts'

const of = (route: unknown) => routeOf({ route } as Request)

describe(routeOf, () => {
  it('is the pattern of a route, of several spellings the first', () => {
    expect(of({ path: '/api/connections/:id' })).toBe('/api/connections/:id')
    expect(of({ path: ['/a/:id', '/b/:id'] })).toBe('/a/:id')
  })

  it('is none where no route took the request, or where its pattern is no text', () => {
    for (const route of [undefined, null, 'a', {}, { path: /x/ }, { path: [] }, { path: [/x/, '/a'] }])
      expect(of(route)).toBe('(none)')
  })
})
