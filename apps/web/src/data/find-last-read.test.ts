import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { BusinessDetailsDocument, ProfileDocument } from '#generated/operations.ts'
import { SAMPLE_NOW } from '#testing/samples.ts'
import { hashOf } from './graphql-query.ts'
import { findLastRead } from './last-read.ts'

const sha256Hash = hashOf(BusinessDetailsDocument) ?? ''
const answer = {
  ...{ sha256Hash, operationName: 'BusinessDetails', variables: { id: 'one' } },
  ...{ data: { business: { name: 'Northwind Trading' } }, readAt: SAMPLE_NOW },
}
const lastRead = { connectionId: asConnectionId('connection'), version: 1, answers: [answer] }

describe(findLastRead, () => {
  it('returns the stored answer of the same query and variables', () => {
    expect(findLastRead(lastRead, sha256Hash, { id: 'one' })).toEqual({
      data: answer.data,
      atMs: Date.parse(SAMPLE_NOW),
    })
  })

  it('returns nothing for another business, another query or an older text of the query', () => {
    expect(findLastRead(lastRead, sha256Hash, { id: 'two' })).toBeUndefined()
    expect(findLastRead(lastRead, hashOf(ProfileDocument), { id: 'one' })).toBeUndefined()
    const older = { ...lastRead, answers: [{ ...answer, sha256Hash: 'f00' }] }
    expect(findLastRead(older, sha256Hash, { id: 'one' })).toBeUndefined()
    expect(findLastRead(lastRead, undefined, { id: 'one' })).toBeUndefined()
    expect(findLastRead(undefined, sha256Hash, { id: 'one' })).toBeUndefined()
  })
})
