import { expect, it } from 'vitest'
import { headerText } from './header-text.ts'

it('returns the value of a header that occurs once, several times, or not at all', () => {
  expect(headerText('gzip')).toBe('gzip')
  expect(headerText(['gzip', 'br'])).toBe('gzip, br')
  expect(headerText(undefined)).toBeUndefined()
})
