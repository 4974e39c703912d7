import { expect, it } from 'vitest'
import { PERSONAL_SCOPES } from './bearer.ts'

it('gives a personal token every operation of every resource', () => {
  expect(PERSONAL_SCOPES).toContain('user:*')
  expect(PERSONAL_SCOPES).toHaveLength(10)
  for (const scope of PERSONAL_SCOPES) expect(scope).toMatch(/^\w+:\*$/)
})
