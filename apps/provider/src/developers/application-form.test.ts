import { describe, expect, it } from 'vitest'
import type { PageContext } from '#pages/page.ts'
import { wordsFor } from '#words/words.ts'
import { draftOf, emptyForm, formFaults, readApplicationForm } from './application-form.ts'

const context: PageContext = {
  plansAreFree: true,
  sendsMail: false,
  harbour: 'Harbour',
  ownHost: 'harbour.example',
  locale: 'en',
  words: wordsFor('en', 'Harbour'),
  dates: { locale: 'en', timeZone: undefined, nowMs: 0 },
  path: '/',
  reference: 'X',
}
const good = {
  ...emptyForm({ accessTokenSeconds: 7_200, sendsIssuer: false }),
  name: 'Tide Table',
  redirects: 'https://tide.example/cb\r\n\r\n http://localhost:3000/cb ',
}
const messages = (form: typeof good) =>
  formFaults(form, context).map((fault) => `${fault.fieldId}: ${String(fault.message)}`)

describe('the form of an application', () => {
  it('reads one redirect entry from each line, and ignores fields that only the operator may set', () => {
    const form = readApplicationForm({
      name: ' A ',
      redirects: good.redirects,
      is_checked: '1',
      restriction: 'everything',
    })
    expect(draftOf(form)).toMatchObject({
      name: 'A',
      redirectEntries: ['https://tide.example/cb', 'http://localhost:3000/cb'],
      restriction: 'single_business',
    })
    expect(draftOf(form)).not.toHaveProperty('isChecked')
  })

  it('has no fault if every field is valid', () => {
    expect(messages(good)).toEqual([])
  })

  it('reports every fault at once, each with its field', () => {
    expect(
      messages({
        ...good,
        name: '',
        homePageUrl: 'javascript:alert(1)',
        redirects: 'ftp://x/\nhttps://a.example/#',
        scopes: 'user:read nonsense:read',
        seconds: '0',
      }),
    ).toEqual([
      'name: Enter a name',
      'scopes: There is no scope nonsense:read',
      'home_page: Enter an address that begins with https:// or http://',
      'seconds: Enter a whole number from 1 to 31,536,000',
      'redirects: ftp://x/: only http and https are accepted',
      'redirects: https://a.example/#: it contains a fragment, the part after #',
    ])
  })

  it('requires at least one redirect entry and one scope', () => {
    expect(messages({ ...good, redirects: ' \n ', scopes: '' })).toEqual([
      'redirects: Enter at least one redirect entry',
      'scopes: Enter at least one scope',
    ])
  })

  it('refuses a token lifetime that is no whole number', () => {
    for (const seconds of ['', '1.5', '-1', '1e3', '31536001', 'x'])
      expect(messages({ ...good, seconds })).toHaveLength(1)
    expect(messages({ ...good, seconds: '31536000' })).toEqual([])
  })
})
