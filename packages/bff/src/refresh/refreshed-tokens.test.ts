import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { describe, expect, it } from 'vitest'
import { exampleConnection, exampleTokens } from '#connections/testing/connection-examples.ts'
import { LONGEST_LIFE_SECONDS, readGivenTokens } from '#provider/given-tokens.ts'
import { judgeRefreshedTokens } from './refreshed-tokens.ts'
import { DEFAULT_LIFE_SECONDS } from '#connections/token-set.ts'

const RECORD = exampleConnection({ scopes: ['user:read', 'business:read'] })
/** Lived for half an hour, which is no default. */
const SPENT = exampleTokens({ obtainedAtMs: 1_000_000, expiresAtMs: 2_800_000 })
const WHOLE = {
  access_token: 'a',
  expires_in: 7200,
  token_type: 'Bearer',
  scope: 'user:read business:read',
  refresh_token: 'r',
  userId: RECORD.userId,
  businessId: RECORD.businessId,
}
const AS_SAID = {
  accessToken: 'a',
  refreshToken: 'r',
  scopes: ['user:read', 'business:read'],
  lifeSeconds: 7200,
}

function judge(changes: object, record = RECORD, spent = SPENT) {
  const given = readGivenTokens({ ...WHOLE, ...changes }, exampleProfile())
  return given === undefined ? undefined : judgeRefreshedTokens(given, record, spent)
}

describe('the required field of an answer to a refresh', () => {
  it('is the access token alone: all other values stay as they were', () => {
    const given = readGivenTokens({ access_token: 'a' }, exampleProfile())
    expect(given && judgeRefreshedTokens(given, RECORD, SPENT)).toEqual({
      kind: 'ours',
      tokens: { ...AS_SAID, refreshToken: SPENT.refreshToken, lifeSeconds: 1800 },
      oddFields: ['refresh_token', 'expires_in', 'token_type', 'scope', 'userId', 'businessId'],
    })
  })

  it.each([{ access_token: undefined }, { access_token: 5 }, { access_token: '' }, { access_token: 'a b' }])(
    'is missing in %j',
    (changes) => {
      expect(judge(changes)).toBeUndefined()
    },
  )
})

describe('a missing or malformed field in the answer to a refresh', () => {
  it.each<[object, object, string[]]>([
    [{}, {}, []],
    [{ token_type: 'bearer' }, {}, []],
    [{ more: 1 }, {}, []],
    [{ token_type: undefined }, {}, ['token_type']],
    [{ token_type: 'mac' }, {}, ['token_type']],
    [{ token_type: null }, {}, ['token_type']],
    [{ refresh_token: undefined }, { refreshToken: 'refresh-1' }, ['refresh_token']],
    [{ refresh_token: null }, { refreshToken: 'refresh-1' }, ['refresh_token']],
    [{ refresh_token: '' }, { refreshToken: 'refresh-1' }, ['refresh_token']],
    [{ refresh_token: 7 }, { refreshToken: 'refresh-1' }, ['refresh_token']],
    [{ scope: undefined }, {}, ['scope']],
    [{ scope: '' }, {}, ['scope']],
    [{ scope: ' ' }, {}, ['scope']],
    [{ scope: null }, {}, ['scope']],
    [{ scope: ['user:read'] }, {}, ['scope']],
    [{ scope: 'user:read' }, { scopes: ['user:read'] }, []],
    [{ userId: undefined }, {}, ['userId']],
    [{ userId: null }, {}, ['userId']],
    [{ userId: '' }, {}, ['userId']],
    [{ userId: {} }, {}, ['userId']],
    [{ businessId: undefined }, {}, ['businessId']],
    [{ businessId: null }, {}, ['businessId']],
    [{ businessId: '' }, {}, ['businessId']],
    [{ businessId: {} }, {}, ['businessId']],
    [{ expires_in: undefined }, { lifeSeconds: 1800 }, ['expires_in']],
    [{ expires_in: null }, { lifeSeconds: 1800 }, ['expires_in']],
    [{ expires_in: 0 }, { lifeSeconds: 1800 }, ['expires_in']],
    [{ expires_in: -1 }, { lifeSeconds: 1800 }, ['expires_in']],
    [{ expires_in: 'soon' }, { lifeSeconds: 1800 }, ['expires_in']],
    [{ expires_in: '0' }, { lifeSeconds: 1800 }, ['expires_in']],
    [{ expires_in: '600' }, { lifeSeconds: 600 }, ['expires_in']],
    [{ expires_in: 600.9 }, { lifeSeconds: 600 }, ['expires_in']],
    [{ expires_in: 0.4 }, { lifeSeconds: 1800 }, ['expires_in']],
    [{ expires_in: 1 }, { lifeSeconds: 1 }, []],
    [{ expires_in: LONGEST_LIFE_SECONDS }, { lifeSeconds: LONGEST_LIFE_SECONDS }, []],
    [{ expires_in: LONGEST_LIFE_SECONDS + 1 }, { lifeSeconds: LONGEST_LIFE_SECONDS }, ['expires_in']],
    [{ expires_in: 1e300 }, { lifeSeconds: LONGEST_LIFE_SECONDS }, ['expires_in']],
  ])('in %j is reported, and the other fields are used', (changes, tokens, oddFields) => {
    expect(judge(changes)).toEqual({ kind: 'ours', tokens: { ...AS_SAID, ...tokens }, oddFields })
  })

  it('is not reported for the businessId if the tokens cover all businesses', () => {
    expect(judge({ businessId: undefined }, { ...RECORD, businessId: null })).toMatchObject({
      kind: 'ours',
      oddFields: [],
    })
  })

  it('leads to the default lifetime if not even the previous one is known', () => {
    const unknown = { ...SPENT, obtainedAtMs: 5, expiresAtMs: 5 }
    expect(judge({ expires_in: 0 }, RECORD, unknown)).toMatchObject({
      tokens: { lifeSeconds: DEFAULT_LIFE_SECONDS },
    })
  })
})

describe('tokens for another person or business', () => {
  it.each<[object, string[]]>([
    [{ userId: 'another' }, ['userId']],
    [{ userId: RECORD.userId.toLowerCase() }, ['userId']],
    [{ businessId: 'another' }, ['businessId']],
    [{ userId: 'another', businessId: 'another' }, ['userId', 'businessId']],
  ])('are rejected: %j', (changes, fields) => {
    expect(judge(changes)).toEqual({ kind: 'foreign', fields })
  })

  it('are rejected if they name one business and the connection covers all', () => {
    expect(judge({}, { ...RECORD, businessId: null })).toEqual({ kind: 'foreign', fields: ['businessId'] })
  })
})
