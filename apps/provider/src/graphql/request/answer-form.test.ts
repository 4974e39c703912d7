import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { chooseMediaType, formAnswer } from './answer-form.ts'

const STRICT = 'application/graphql-response+json'
const PLAIN = 'application/json'

describe(chooseMediaType, () => {
  it.each([
    [undefined, PLAIN],
    ['', PLAIN],
    ['*/*', PLAIN],
    ['application/*', PLAIN],
    ['application/json; charset=utf-8', PLAIN],
    ['Application/JSON', PLAIN],
    [STRICT, STRICT],
    [`${STRICT}, ${PLAIN};q=0.9`, STRICT],
    [`${PLAIN}, ${STRICT}`, PLAIN],
    [`text/event-stream, multipart/mixed, ${STRICT}`, STRICT],
    [`${STRICT}; charset=iso-8859-1, ${PLAIN}`, PLAIN],
  ])('answers a client that accepts %s with %s', (accept, expected) => {
    expect(chooseMediaType(accept)).toBe(expected)
  })

  it.each(['text/plain', 'application/json; charset=utf-16', 'toString', 'application/jsonp'])(
    'refuses a client that accepts only %s',
    (accept) => {
      expect(chooseMediaType(accept)).toBeUndefined()
    },
  )
})

describe(formAnswer, () => {
  const errorOf = (http?: object) =>
    new GraphQLError('No.', { extensions: { code: 'X', ...(http === undefined ? {} : { http }) } })
  const statusOf = (mediaType: typeof STRICT | typeof PLAIN, ...https: readonly (object | undefined)[]) =>
    formAnswer({ errors: https.map((http) => errorOf(http)) }, mediaType).status

  it('omits the errors key if there are none', () => {
    for (const errors of [undefined, []]) {
      expect(formAnswer({ data: { a: 1 }, ...(errors && { errors }) }, STRICT)).toEqual({
        status: 200,
        headers: { 'Content-Type': `${STRICT}; charset=utf-8` },
        body: '{"data":{"a":1}}',
      })
    }
  })

  it('sends the status of the error that ended the call, but 200 in plain JSON where the standard requires it', () => {
    const ofSpec = { status: 400, spec: true }
    expect([statusOf(STRICT, ofSpec), statusOf(PLAIN, ofSpec)]).toEqual([400, 200])
    expect([statusOf(STRICT, { status: 401 }), statusOf(PLAIN, { status: 401 })]).toEqual([401, 401])
    expect(statusOf(PLAIN, { status: 429 }, ofSpec)).toBe(429)
    expect(statusOf(STRICT, undefined, undefined)).toBe(200)
  })

  it('sends the headers of an error, and removes its HTTP details from the body', () => {
    const { headers, body } = formAnswer(
      { data: null, errors: [errorOf({ status: 429, headers: { 'Retry-After': '7' } })] },
      PLAIN,
    )
    expect(headers).toEqual({ 'Content-Type': `${PLAIN}; charset=utf-8`, 'Retry-After': '7' })
    expect(JSON.parse(body)).toEqual({ data: null, errors: [{ message: 'No.', extensions: { code: 'X' } }] })
  })
})
