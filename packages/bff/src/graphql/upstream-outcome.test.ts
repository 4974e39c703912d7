import { describe, expect, it } from 'vitest'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import {
  beginsUnauthenticated,
  judgeGraphqlBody,
  judgeUpstreamStatus,
  looksGood,
  namesBusiness,
} from './upstream-outcome.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

describe(judgeUpstreamStatus, () => {
  it.each([
    [200, JSON_TYPE, 'graphql'],
    [200, 'application/graphql-response+json', 'graphql'],
    [200, 'multipart/mixed; boundary="-"', 'graphql'],
    [400, JSON_TYPE, 'graphql'],
    [403, JSON_TYPE, 'graphql'],
    [401, JSON_TYPE, 'unauthenticated'],
    [401, 'text/html', 'unauthenticated'],
    [429, JSON_TYPE, 'rate-limited'],
    [500, JSON_TYPE, 'unavailable'],
    [502, 'text/html', 'unavailable'],
    [302, undefined, 'unavailable'],
    [200, 'text/html', 'unavailable'],
    [200, undefined, 'unavailable'],
    [403, 'text/html', 'unavailable'],
    [400, 'multipart/mixed', 'unavailable'],
  ])('classifies status %i with content type %s as %s', (status, type, kind) => {
    expect(judgeUpstreamStatus(status, type).kind).toBe(kind)
  })
})

describe(looksGood, () => {
  it.each([
    ['data', '{"data":{"user":null}}', true],
    ['data and white space', '{"data":{}}\r\n ', true],
    ['half an answer', '{"data":', false],
    ['errors', '{"data":{},"errors":[]}', false],
    ['something else', '{"message":"no"}', false],
    ['nothing', '', false],
  ])('classifies %s by its first and last characters, without parsing', (_name, body, isGood) => {
    expect(looksGood(Buffer.from(body))).toBe(isGood)
  })
})

describe(judgeGraphqlBody, () => {
  const withError = (extensions: object, data: unknown = null, path: unknown = undefined) =>
    JSON.stringify({ data, errors: [{ message: 'x', path, extensions }] })
  const judge = (body: string, namesOwnBusiness = true) =>
    judgeGraphqlBody(body, { namesOwnBusiness, refusals: exampleProfile().refusals })

  it.each([
    ['data', '{"data":{"user":null}}', 'answered'],
    ['an empty list of errors', '{"data":{},"errors":[]}', 'answered'],
    ['a refused token', withError({ code: 'UNAUTHENTICATED' }), 'unauthenticated'],
    ['a lapsed plan', withError({ code: 'FORBIDDEN', reason: 'subscription_inactive' }), 'plan_inactive'],
    ['a missing permission', withError({ code: 'FORBIDDEN', requiredScopes: ['a:b'] }), 'answered'],
    ['a wrong variable', withError({ code: 'BAD_USER_INPUT' }), 'answered'],
    ['too many calls', withError({ code: 'RATE_LIMITED' }), 'rate_limited'],
    [
      'a fault of the provider in a part',
      withError({ code: 'INTERNAL_SERVER_ERROR' }, { user: {} }),
      'partial',
    ],
    ['a fault of the provider in all', withError({ code: 'INTERNAL_SERVER_ERROR' }), 'provider_down'],
    [
      'a fault of the provider in the only part',
      withError({ code: 'INTERNAL_SERVER_ERROR' }, { business: null }),
      'provider_down',
    ],
    ['the own business gone', withError({ code: 'NOT_FOUND' }, null, ['business']), 'business_lost'],
    ['something in it gone', withError({ code: 'NOT_FOUND' }, {}, ['business', 'customer']), 'answered'],
    ['errors without extensions', '{"errors":[{"message":"x"}]}', 'answered'],
    ['errors that are no objects', '{"data":null,"errors":[null,1,"x"]}', 'answered'],
    ['other JSON', '{"message":"no route"}', 'not-graphql'],
    ['a list', '[]', 'not-graphql'],
    ['no JSON', '<html>', 'not-graphql'],
  ])('classifies %s', (_name, body, sign) => {
    expect(judge(body)).toBe(sign)
  })

  it('reports no loss of the connected business if the query did not ask for it', () => {
    expect(judge(withError({ code: 'NOT_FOUND' }, null, ['business']), false)).toBe('answered')
  })
})

describe(beginsUnauthenticated, () => {
  it('finds the error code as a member of the JSON', () => {
    expect(
      beginsUnauthenticated('{"errors":[{"extensions":{"code": "UNAUTHENTICATED"}}],"data":{"a":"…'),
    ).toBe(true)
  })

  it('ignores the error code inside text that a person wrote', () => {
    const written = JSON.stringify({ data: { memo: '"code":"UNAUTHENTICATED"' } })
    expect(beginsUnauthenticated(written)).toBe(false)
  })
})

describe(namesBusiness, () => {
  it('requires the exact business id', () => {
    expect(namesBusiness({ id: 'B1' }, asBusinessWireId('B1'))).toBe(true)
    expect(namesBusiness({ id: 'B10' }, asBusinessWireId('B1'))).toBe(false)
    expect(namesBusiness({ id: null }, null)).toBe(false)
  })
})
