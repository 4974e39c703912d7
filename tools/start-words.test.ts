import { expect, it } from 'vitest'
import { createSeedTeller } from './start-words.ts'

it.each([
  [{ businesses: 28, invoices: 0 }, '28 businesses'],
  [{ businesses: 1_000, invoices: 9_971 }, '1,000 businesses, 9,971 invoices in one of them'],
  [
    { businesses: 1_000, invoices: 100_000, checkedPercent: 40 },
    '1,000 businesses, 100,000 invoices in one of them; 40 % of it checked and indexed',
  ],
])('says how far the seeding is, from %j', (progress, words) => {
  const said: string[] = []
  const hear = createSeedTeller((text) => said.push(text))
  hear('{"event":"provider.started"}')
  hear(JSON.stringify({ event: 'seed.progress', ...progress }))
  expect(said).toEqual([words])
})
