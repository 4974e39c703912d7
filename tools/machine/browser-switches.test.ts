import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { TURNED_OFF_BY_PLAYWRIGHT } from './browser-switches.ts'

it('the browser tests turn off in Chromium all that Playwright turns off', () => {
  const playwright = createRequire(import.meta.url).resolve('playwright/package.json')
  const source = readFileSync(createRequire(playwright).resolve('playwright-core/lib/coreBundle'), 'utf8')
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]/s.exec(source) ?? []
  const names = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(names).toEqual(TURNED_OFF_BY_PLAYWRIGHT)
})
