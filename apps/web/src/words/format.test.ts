import { describe, expect, it } from 'vitest'
import { createFormat } from './format.ts'

const NOW = '2026-11-20T12:04:30.000Z'
const en = createFormat('en', 'UTC', Date.parse(NOW))
const fr = createFormat('fr', 'UTC', Date.parse(NOW))
const before = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe(createFormat, () => {
  it('formats clock times in the time zone of the browser, and names UTC while it is unknown', () => {
    expect(createFormat('en', 'America/Toronto', 0).clock(NOW)).toBe('07:04')
    expect(createFormat('en', undefined, 0).clock(NOW)).toBe('12:04 UTC')
  })
  it('uses the date of the time zone, not of UTC', () => {
    const late = '2026-11-20T02:00:00.000Z'
    expect(createFormat('en', 'America/Toronto', Date.parse(NOW)).date(late)).toBe(
      '19\u00a0November\u00a02026',
    )
    expect(en.date(late)).toBe('20\u00a0November\u00a02026')
  })
  it('formats dates, times and amounts as Americans do for American English', () => {
    const american = createFormat('en-US', 'UTC', Date.parse(NOW))
    expect(american.date(NOW)).toBe('November\u00a020,\u00a02026')
    expect(american.day('2026-11-20')).toBe('Nov\u00a020,\u00a02026')
    expect(american.clock(NOW)).toBe('12:04\u00a0PM')
    expect(american.money('1234.5', 'USD')).toBe('$1,234.50')
    expect(american.money('120', 'CAD')).toBe('CA$120')
    expect(en.money('120', 'USD')).toBe('US$120')
  })
  it('formats midnight as 00:00', () => {
    expect(en.clock('2026-11-20T00:00:00.000Z')).toBe('00:00')
  })
  it('formats the first of a month as “1er” in French', () => {
    const first = '2026-11-01T09:41:00.000Z'
    expect(fr.date(first)).toBe('1er\u00a0novembre\u00a02026')
    expect(fr.moment(first)).toBe('1er\u00a0novembre, 09:41')
    expect(fr.date('2026-11-11T09:41:00.000Z')).toBe('11\u00a0novembre\u00a02026')
    expect(en.date(first)).toBe('1\u00a0November\u00a02026')
  })
  it('omits the date if it is today', () => {
    expect(en.moment('2026-11-20T09:41:00.000Z')).toBe('09:41')
    expect(en.moment('2026-11-18T09:41:00.000Z')).toBe('18\u00a0November, 09:41')
  })
  it('adds the age of a time after one minute', () => {
    expect(en.momentWithAge(before(MINUTE - 1))).toBe('12:03')
    expect(en.momentWithAge(before(MINUTE))).toBe('12:03, 1 minute ago')
    expect(en.momentWithAge(before(2 * DAY))).toBe('18\u00a0November, 12:04, 2 days ago')
  })
  it('adds the age of a date after one day', () => {
    expect(en.dateWithAge(before(DAY - 1))).toBe('19\u00a0November\u00a02026')
    expect(en.dateWithAge(before(DAY))).toBe('19\u00a0November, yesterday')
    expect(en.dateWithAge(before(18 * DAY))).toBe('2\u00a0November, 18 days ago')
    expect(en.dateWithAge(before(365 * DAY - 1))).toBe('20\u00a0November, 364 days ago')
    expect(en.dateWithAge(before(365 * DAY))).toBe('20\u00a0November\u00a02025, 365 days ago')
  })
  it('shortens ages: at least one minute, then hours, then days', () => {
    expect([0, MINUTE, 59 * MINUTE, HOUR, DAY - 1, DAY].map((ms) => en.age(before(ms)))).toEqual([
      '1 min',
      '1 min',
      '59 min',
      '1 hr',
      '23 hr',
      '1 day',
    ])
    expect(fr.age(before(2 * MINUTE))).toBe('2\u00a0min')
  })
  it('never places an event in the future', () => {
    expect(en.ago(before(-5 * MINUTE))).toBe('now')
    expect(en.age(before(-5 * MINUTE))).toBe('1 min')
  })
  it('formats amounts without cents if those are zero, with a real minus sign, and without floating point', () => {
    expect(en.money('18420', 'CAD')).toBe('$18,420')
    expect(en.money('480.00', 'CAD')).toBe('$480')
    expect(en.money('480.5', 'CAD')).toBe('$480.50')
    expect(en.money('-120', 'CAD')).toBe('−\u2060$120')
    expect(en.money('9007199254740993.01', 'CAD')).toBe('$9,007,199,254,740,993.01')
    expect(en.money('480', 'USD')).toBe('US$480')
  })
  it('joins lists and names currencies in the language of the page', () => {
    expect(en.list(['customers', 'invoices', 'products'])).toBe('customers, invoices and products')
    expect(fr.list(['clients', 'factures'])).toBe('clients et factures')
    expect(fr.currencyName('CAD')).toBe('dollar canadien')
    expect(en.currencyName('CAD')).toBe('Canadian Dollar')
  })
  it('formats the duration of an answer, at least a tenth of a second', () => {
    expect(en.seconds(312)).toBe('0.3\u00a0s')
    expect(en.seconds(1)).toBe('0.1\u00a0s')
    expect(fr.seconds(312)).toBe('0,3\u00a0s')
  })
  it('names a time zone by its city and its common name, and an unknown one by its city', () => {
    expect(en.timeZone('America/Toronto')).toBe('Toronto (Eastern Time)')
    expect(fr.timeZone('America/Toronto')).toBe('Toronto (heure de l’Est nord-américain)')
    expect(en.timeZone('America/Port_of_Spain')).toContain('Port of Spain (')
    expect(en.timeZone('Moon/Far_Side')).toBe('Far Side')
  })
})
