import { describe, expect, it } from 'vitest'
import {
  parseApplicationId,
  parseBusinessId,
  parseGrantId,
  parseMessageId,
  parseTokenFamilyId,
} from './given-id.ts'

const ID = 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01'

describe.each([
  ['an application', parseApplicationId],
  ['a business', parseBusinessId],
  ['a grant', parseGrantId],
  ['a message', parseMessageId],
  ['a token', parseTokenFamilyId],
])('the id of %s in a request', (_, parse) => {
  it('is a UUID in lower case', () => {
    expect(parse(ID)).toBe(ID)
  })

  it.each([
    ...['', ID.toUpperCase(), `${ID} `, `${ID}0`, ID.slice(1), ID.replaceAll('-', ''), `{${ID}}`, `${ID}\n`],
    ...['g1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', "' or 1=1 --"],
    ...[undefined, null, 7, [ID], { id: ID }],
  ])('is not %j', (given) => {
    expect(parse(given)).toBeUndefined()
  })
})
