import type { RenderLetter } from '@counterfoil/bff-api/letter'
import { describe, expect, it } from 'vitest'
import { sampleOverview } from '#figures/sample-overview.ts'
import type { ToDo } from '#figures/to-do.ts'
import { renderLetter, textOfMarkup } from './letter.tsx'

const HOTEL: ToDo = {
  ...{ key: 'remind:1', kind: 'remind', customer: 'Ivory & <b>Lane</b>', id: 'inv/1', invoices: 3 },
  ...{ daysLate: 83, amount: { minor: 135_630 }, isAbout: true },
}
const HOME = 'https://app.example/b/k1'
const STOP = 'https://app.example/letter/stop?t=c1.secret'
const write = (change: Partial<Parameters<RenderLetter>[0]> = {}) =>
  renderLetter({
    figures: { ...sampleOverview({ toDo: [HOTEL, { key: 'approve', kind: 'approve', drafts: 1 }] }) },
    readAt: '2026-11-23T12:00:00.000Z',
    reader: { locale: 'en', timeZone: 'America/Toronto' },
    provider: 'Harbour',
    business: 'Fern & Co',
    home: HOME,
    stop: STOP,
    ...change,
  })
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe(renderLetter, () => {
  it('has the sentences of the overview, the to-do items and the reading time', () => {
    const { subject, text } = write()
    expect(subject).toBe('Monday letter: Fern & Co')
    expect(plain(text)).toMatch(/^Monday letter: Fern & Co\n\n.*\$18,420/s)
    expect(plain(text)).toContain(
      '- Remind Ivory & <b>Lane</b> · about $1,356.30\n  3 invoices, the oldest 83 days late',
    )
    expect(plain(text)).toContain('Read from Harbour on 23 November 2026 at 07:00.')
    expect(text).toContain(`Open the overview: ${HOME}/`)
    expect(text).toContain(`Stop this letter: ${STOP}`)
    expect(text).not.toMatch(/<(?!b>|\/b>)|&amp;|\n{3}/)
  })

  it('links each number and item to its page, and escapes names', () => {
    const { html } = write()
    expect(html).toMatch(/^<!doctype html><html lang="en">/)
    expect(html).toContain(`href="${HOME}/invoices/inv%2F1#remind"`)
    expect(html).toContain(`href="${HOME}/accounts"`)
    expect(html).toContain('Ivory &amp; &lt;b&gt;Lane&lt;/b&gt;')
    expect(
      [...html.matchAll(/href="([^"]*)"/g)].every(([, to]) => to?.startsWith('https://app.example/')),
    ).toBe(true)
    expect(html).not.toMatch(/<script|<img|<link|src=/)
  })

  it.each([
    ['de', {}, 'Montagsbrief: Fern & Co', /Ivory & <b>Lane<\/b> erinnern/],
    ['fr', {}, 'Lettre du lundi : Fern & Co', /adresse courriel/],
    ['fr', { isEuropeanFrench: true }, 'Lettre du lundi : Fern & Co', /adresse e-mail/],
  ] as const)('is written in %s %j', (locale, region, subject, line) => {
    const letter = write({ reader: { locale, timeZone: 'Europe/Paris', ...region } })
    expect(plain(letter.subject)).toBe(subject)
    expect(letter.text).toMatch(line)
  })

  it('reports that there is nothing to do, and omits what may not be seen', () => {
    expect(write({ figures: { ...sampleOverview({ toDo: [] }) } }).text).toContain('Nothing needs you today.')
    const { toDo: _, ...figures } = sampleOverview()
    expect(write({ figures }).text).not.toContain('Today')
  })

  it('has a fallback for a business without a name', () => {
    expect(write({ business: null }).subject).toBe('Monday letter: “Your business”')
  })
})

describe(textOfMarkup, () => {
  it('unescapes HTML entities once', () => {
    expect(textOfMarkup('<p>&amp;lt; &quot;a&quot; &#x27;b&#x27;</p>')).toBe('&lt; "a" \'b\'')
  })
})
