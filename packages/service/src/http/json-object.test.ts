import { expect, it } from 'vitest'
import { isJsonObject, parseJson, parseJsonObject } from './json-object.ts'

it.each(['null', '[1]', '"text"', '7', 'true'])(
  'returns undefined for %s, which is JSON but no object',
  (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
    expect(isJsonObject(JSON.parse(text))).toBe(false)
    expect(parseJsonObject(text)).toBeUndefined()
  },
)

it('returns the members of an object', () => {
  expect(parseJson('{"a":[null]}')).toEqual({ a: [null] })
  expect(parseJsonObject('{"a":[null]}')).toEqual({ a: [null] })
})

it.each(['', '{"a":1', '<html>', '{"a":1} '.repeat(2)])(
  'returns undefined for %j, which is no JSON',
  (text) => {
    expect(parseJson(text)).toBeUndefined()
    expect(parseJsonObject(text)).toBeUndefined()
  },
)
