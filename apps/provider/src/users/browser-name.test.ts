import { expect, it } from 'vitest'
import { nameBrowser } from './browser-name.ts'

it('names a browser whose system it cannot tell, and no system without a browser', () => {
  expect(nameBrowser('Mozilla/5.0 Firefox/140.0')).toBe('Firefox')
  expect(nameBrowser('Mozilla/5.0 (X11; Linux x86_64)')).toBeUndefined()
})

it('reads only the beginning of a header that is longer than any', () => {
  expect(nameBrowser(`${'x'.repeat(488)} Firefox/140.0`)).toBe('Firefox')
  expect(nameBrowser(`${'x'.repeat(500)} Firefox/140.0`)).toBeUndefined()
})
