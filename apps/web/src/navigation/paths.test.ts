import { APP_PAGES } from '@counterfoil/testkit/walked-pages'
import { expect, it } from 'vitest'
import { PATHS } from './paths.ts'

it('every address of the app is a page that the browser tests look at', () => {
  expect(Object.values(PATHS).toSorted()).toEqual(APP_PAGES.toSorted())
})
