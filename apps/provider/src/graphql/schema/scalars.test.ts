import { buildSchema, execute, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { attachScalars } from './scalars.ts'

const SDL = `
  scalar Date scalar DateTime scalar Decimal scalar HexColorCode scalar JSON scalar URL
  type Query {
    date(in: Date): String
    dateTime(in: DateTime): String
    decimal(in: Decimal): String
    color(in: HexColorCode): String
    json(in: JSON): String
    url(in: URL): String
    outDateTime: DateTime
    outDecimal: Decimal
    outJson: JSON
    broken: DateTime
  }
`

async function ask(query: string, variables?: Record<string, unknown>) {
  const schema = buildSchema(SDL)
  attachScalars(schema)
  const say = ({ in: value }: { in: unknown }) => JSON.stringify(value)
  const document = parse(query)
  const invalid = validate(schema, document)
  if (invalid.length > 0) return { refused: invalid.map((error) => error.message).join() }
  const { data, errors } = await execute({
    schema,
    document,
    variableValues: variables ?? {},
    rootValue: {
      date: say,
      dateTime: say,
      decimal: say,
      color: say,
      json: say,
      url: say,
      outDateTime: new Date(0),
      outDecimal: '1.50',
      outJson: { a: [1, null] },
      broken: 'text',
    },
  })
  if (data === undefined || data === null) return { refused: errors?.map((error) => error.message).join() }
  return JSON.parse(
    JSON.stringify({ ...data, ...(errors ? { errors: errors.map((error) => error.message) } : {}) }),
  )
}

describe('a scalar', () => {
  it.each([
    ['{ decimal(in: "12.50") }', '"12.50"'],
    ['{ decimal(in: 12.50) }', '"12.50"'],
    ['{ decimal(in: 12345678901234567890.123456789) }', '"12345678901234567890.123456789"'],
    ['{ decimal(in: 7) }', '"7"'],
    ['{ decimal(in: null) }', 'null'],
  ])('Decimal accepts exactly %s', async (query, expected) => {
    expect(await ask(query)).toEqual({ decimal: expected })
  })

  it('Decimal accepts variables as text or number', async () => {
    const query = 'query ($d: Decimal) { decimal(in: $d) }'
    expect(await ask(query, { d: '0.10' })).toEqual({ decimal: '"0.10"' })
    expect(await ask(query, { d: 0.1 })).toEqual({ decimal: '"0.1"' })
    expect(await ask(query, { d: 1e21 })).toEqual({ decimal: '"1000000000000000000000"' })
  })

  it.each([
    ['{ decimal(in: "1,5") }', 'Decimal must be a decimal number or its text.'],
    ['{ decimal(in: true) }', 'Decimal must be a decimal number or its text.'],
    ['{ date(in: "2026-02-30") }', 'Date must be a day as yyyy-MM-dd.'],
    ['{ dateTime(in: 5) }', 'DateTime must be an instant of ISO 8601'],
    ['{ color(in: "red") }', 'HexColorCode must be a colour as #rrggbb.'],
    ['{ url(in: "javascript:alert(1)") }', 'URL must be an absolute http or https address.'],
    ['{ url(in: "/relative") }', 'URL must be an absolute http or https address.'],
  ])('names the expected form: %s', async (query, message) => {
    expect((await ask(query)).refused).toContain(message)
  })

  it('accepts valid values in a query', async () => {
    expect(
      await ask(
        '{ date(in: "2026-11-20") dateTime(in: "2026-11-20T10:00:00+02:00") color(in: "#1F6f8b") url(in: "https://a.example/x") }',
      ),
    ).toEqual({
      date: '"2026-11-20"',
      dateTime: '"2026-11-20T08:00:00.000Z"',
      color: '"#1F6f8b"',
      url: '"https://a.example/x"',
    })
    expect(await ask('{ json(in: { a: [1, "x", null, { b: true }] }) }')).toEqual({
      json: '{"a":[1,"x",null,{"b":true}]}',
    })
  })

  it('is serialized in one form', async () => {
    expect(await ask('{ outDateTime outDecimal outJson }')).toEqual({
      outDateTime: '1970-01-01T00:00:00.000Z',
      outDecimal: '1.50',
      outJson: { a: [1, null] },
    })
  })

  it('with an invalid value of ours is a fault of ours', async () => {
    expect((await ask('{ broken }')).errors).toEqual(['DateTime must be written from a Date'])
  })
})
