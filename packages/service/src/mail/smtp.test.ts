import { describe, expect, it } from 'vitest'
import { isMailAddress, readMailFault } from './smtp.ts'

describe(readMailFault, () => {
  it.each([
    [{ responseCode: 550, code: 'EENVELOPE', message: 'ada@quay.example unknown' }, 'SMTP_550', true],
    [{ responseCode: 499 }, 'SMTP_499', false],
    [{ responseCode: 500 }, 'SMTP_500', true],
    [{ responseCode: 529 }, 'SMTP_529', true],
    [{ responseCode: 530 }, 'SMTP_530', false],
    [{ responseCode: 535, code: 'EAUTH' }, 'SMTP_535', false],
    [{ responseCode: 540 }, 'SMTP_540', true],
    [{ code: 'ECONNREFUSED' }, 'ECONNREFUSED', false],
    [{ code: 'to ada@quay.example' }, 'UNKNOWN', false],
    [new Error('secret'), 'UNKNOWN', false],
    [null, 'UNKNOWN', false],
    ['secret', 'UNKNOWN', false],
  ])('classifies %j as %s', (error, code, isPermanent) => {
    expect(readMailFault(error)).toEqual({ code, isPermanent })
  })
})

describe(isMailAddress, () => {
  it.each([
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(60)}`,
    'a@b.c',
    'a@b.co',
    "o'neil+tag@sub.domain.example",
    `${'a'.repeat(64)}@b.example`,
  ])('accepts %s', (text) => {
    expect(isMailAddress(text)).toBe(true)
  })

  it.each([
    '',
    '@b.example',
    'a@',
    'a@b',
    'a b@c.example',
    'a@b.example\n',
    'a@b.example, c@d.example',
    '"a"@b.example',
    '<a@b.example>',
    'a@-b.example',
    'a@b-.example',
    'a@b..example',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(62)}`,
    'a@é.example',
  ])('refuses %j', (text) => {
    expect(isMailAddress(text)).toBe(false)
  })
})
