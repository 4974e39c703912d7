import { describe, expect, it } from 'vitest'
import { html } from '#html/html.ts'
import { formatStoredPage, parseStoredPage, pathOfForm } from './stored-page-store.ts'

describe(pathOfForm, () => {
  it.each([
    ['/sign-in', '/sign-in'],
    ['/plans/renew', '/plans'],
    ['/plans/create', '/plans'],
    ['/authorize/abc/answer', '/authorize/abc'],
    ['/authorize/abc/not-now', '/authorize/abc'],
    ['/authorize/abc/more-time', '/authorize/abc'],
    ['/authorize/abc/sign-in', '/authorize/abc/sign-in'],
    ['/estimates/abc/decision', '/estimates/abc'],
    ['/invoices/abc/link', '/invoices/abc'],
    ['/security/browsers', '/security'],
    ['/developers/abc/rotate', '/developers/abc'],
    ['/developers/abc/end-overlap', '/developers/abc'],
    ['/developers/new', '/developers/new'],
  ])('returns the page of the form that posts to %s: %s', (posted, form) => {
    expect(pathOfForm(posted)).toBe(form)
  })
})

describe('a stored page', () => {
  it('is unchanged when it is read', () => {
    const page = {
      title: 'Plans',
      body: html`<p>${'<b>'}</p>`,
      status: 422,
      hasProblem: true,
      news: 'Quay Tea is ready',
      section: 'plans',
      formRedirectOrigin: undefined,
    } as const
    const kept = { page, locale: 'fr', reference: '7F2K-91' } as const
    expect(parseStoredPage(formatStoredPage(kept))).toEqual(kept)
  })

  it('throws if the stored text is no page', () => {
    for (const text of ['{}', 'null', '{"page":{"title":1}}']) expect(() => parseStoredPage(text)).toThrow()
  })
})
