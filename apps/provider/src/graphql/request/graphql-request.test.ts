import { describe, expect, it, vi } from 'vitest'
import { judgeRequestForm, parseJsonRequest, parseQueryRequest } from './graphql-request.ts'

describe(parseJsonRequest, () => {
  it('keeps ids of 19 digits and long amounts as they were written', () => {
    const text =
      '{"query":"q","variables":{"id":9223372036854775807,"amount":12345678901234567.125,"small":1.5,"n":250}}'
    expect(parseJsonRequest(text).variables).toEqual({
      id: '9223372036854775807',
      amount: '12345678901234567.125',
      small: 1.5,
      n: 250,
    })
  })

  it.each([
    ['-12345678901234567', '-12345678901234567'],
    ['1e1234567890123456', '1e1234567890123456'],
    ['1.2345678901234567', '1.2345678901234567'],
    ['[1234567890123456, 123456789012345]', ['1234567890123456', 123456789012345]],
    [String.raw`"\"1234567890123456"`, '"1234567890123456'],
    ['{"1234567890123456":1}', { 1234567890123456: 1 }],
  ])('reads %s', (value, read) => {
    expect(parseJsonRequest(`{"query":"q","variables":{"v":${value}}}`).variables).toEqual({ v: read })
  })

  it.each([
    '01234567890123456',
    '1234567890123456.',
    '{1234567890123456:1}',
    '"1234567890123456',
    '1 1234567890123456',
  ])('refuses %s, which is no JSON', (value) => {
    const text = `{"query":"q","variables":{"v":${value}}}`
    expect(() => parseJsonRequest(text)).toThrow('The body is not JSON.')
  })

  it('refuses 20,001 members before it parses them', () => {
    const member = (index: number) => `"a${index}" :1`
    const body = (count: number) =>
      `{"query":"q",${Array.from({ length: count }, (_, index) => member(index)).join()}`
    expect(parseJsonRequest(`${body(19_999)}}`).query).toBe('q')
    expect(() => parseJsonRequest(body(19_999))).toThrow('The body is not JSON.')
    expect(() => parseJsonRequest(body(20_000))).toThrow('The body has more than 20000 members.')
  })

  it('visits no value twice, because a reviver needs half a second for a megabyte of them', () => {
    const parse = vi.spyOn(JSON, 'parse')
    parseJsonRequest('{"query":"q","variables":{"id":9223372036854775807}}')
    expect(parse.mock.calls.map((given) => given.length)).toEqual([1])
    parse.mockRestore()
  })

  it('leaves long digits in strings unchanged', () => {
    expect(
      parseJsonRequest('{"query":"{ a(id: 9223372036854775807) }","variables":{"t":"1234567890123456789"}}'),
    ).toEqual({
      query: '{ a(id: 9223372036854775807) }',
      variables: { t: '1234567890123456789' },
      operationName: undefined,
      extensions: undefined,
    })
  })

  it.each([
    ['', 'The body is not JSON.'],
    ['{', 'The body is not JSON.'],
    ['null', 'The body must be a JSON object.'],
    ['7', 'The body must be a JSON object.'],
    ['[]', 'A call carries one operation; batches are not taken.'],
    ['{}', "The call needs a 'query' with an operation."],
    ['{"query":""}', "The call needs a 'query' with an operation."],
    ['{"query":["q"]}', "'query' must be text."],
    ['{"query":"q","variables":"{}"}', "'variables' must be an object."],
    ['{"query":"q","operationName":1}', "'operationName' must be text."],
    ['{"query":"q","extensions":[]}', "'extensions' must be an object."],
  ])('refuses %s', (text, message) => {
    expect(() => parseJsonRequest(text)).toThrow(message)
  })

  it('ignores names that every object inherits in a body', () => {
    const { variables } = parseJsonRequest('{"query":"q","variables":{"__proto__":{"admin":true}}}')
    expect(Object.keys(variables ?? {})).toEqual(['__proto__'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe(parseQueryRequest, () => {
  it('reads the fields of GraphQL over HTTP', () => {
    const search = new URLSearchParams({
      query: '{ a }',
      variables: '{"x":1}',
      operationName: 'A',
      other: 'y',
    })
    expect(parseQueryRequest(search)).toEqual({
      query: '{ a }',
      variables: { x: 1 },
      operationName: 'A',
      extensions: undefined,
    })
  })

  it('refuses variables that are not JSON', () => {
    expect(() => parseQueryRequest(new URLSearchParams({ query: 'q', variables: '{x' }))).toThrow(
      "'variables' is not JSON.",
    )
  })
})

describe(judgeRequestForm, () => {
  const judge = (method: string, type: string | null, encoding?: string) =>
    judgeRequestForm({
      method,
      headers: {
        ...(type !== null && { 'content-type': type }),
        ...(encoding && { 'content-encoding': encoding }),
      },
    })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/graphql+json',
  ])('accepts a POST of %s', (type) => {
    expect(judge('POST', type)).toEqual({ kind: 'json' })
  })

  it.each([
    null,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/jsonx',
  ])('refuses a POST of %s', (type) => {
    expect(judge('POST', type)).toMatchObject({
      kind: 'refused',
      status: 415,
    })
  })

  it('refuses a compressed body', () => {
    expect(judge('POST', 'application/json', 'identity')).toEqual({ kind: 'json' })
    expect(judge('POST', 'application/json', 'gzip')).toMatchObject({
      kind: 'refused',
      status: 415,
    })
  })

  it('accepts a GET of any type, and no other method', () => {
    expect(judge('GET', null)).toEqual({ kind: 'query' })
    expect(judge('PUT', 'application/json')).toMatchObject({
      kind: 'refused',
      status: 405,
    })
  })
})
