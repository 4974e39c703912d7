import type { Request } from 'express'
import { describe, expect, it } from 'vitest'
import { routeOf } from './route-of.ts'

const of = (route: unknown) => routeOf({ route } as Request)

describe(routeOf, () => {
  it('is the pattern of the route, and the first of several patterns', () => {
    expect(of({ path: '/api/connections/:id' })).toBe('/api/connections/:id')
    expect(of({ path: ['/a/:id', '/b/:id'] })).toBe('/a/:id')
  })

  it('is undefined if no route matched or the pattern is no string', () => {
    for (const route of [undefined, null, 'a', {}, { path: /x/ }, { path: [] }, { path: [/x/, '/a'] }])
      expect(of(route)).toBe('(none)')
  })
})
