import { asRequestId } from '@counterfoil/oauth/testing/ids'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Failure } from '#data/failure.ts'
import { spoken } from '#testing/app-fixture.ts'
import { SAMPLE_NOW } from '#testing/samples.ts'
import { LanguageProvider } from '#words/language.tsx'
import { ALL_LANGUAGES } from '#words/all-words.ts'
import { FailureNotice } from './failure-notice.tsx'
import { LiveRegions } from './live-regions.tsx'

const RETRY_AT_MS = Date.parse('2026-11-20T12:10:00.000Z')

function show(
  failure: Failure,
  options: { willRetry?: boolean; onRetry?: () => void; locale?: 'en' | 'fr' } = {},
) {
  const { locale = 'en', ...rest } = options
  render(
    <LanguageProvider
      region={{}}
      locale={locale}
      language={ALL_LANGUAGES[locale]}
      load={(next) => Promise.resolve(ALL_LANGUAGES[next])}
      bootNowMs={Date.parse(SAMPLE_NOW)}
      bootZone="UTC"
    >
      <LiveRegions>
        <FailureNotice failure={failure} provider="Port" {...rest} />
      </LiveRegions>
    </LanguageProvider>,
  )
  const notice = screen.getByRole('region')
  return {
    title: within(notice).getByRole('heading', { level: 2 }).textContent,
    body: notice.querySelector('p')?.textContent,
    buttons: within(notice)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  }
}
const onRetry = () => undefined

describe('the failure notice', () => {
  it.each<[Failure, string]>([
    [{ kind: 'offline' }, 'You’re offline'],
    [{ kind: 'provider_down' }, 'Port isn’t answering'],
    [{ kind: 'partial', missing: [] }, 'Some of it didn’t load'],
    [{ kind: 'rate_limited', retryAtMs: undefined }, 'A short pause'],
    [{ kind: 'not_allowed', missing: [] }, 'Not allowed yet'],
  ])('has a title for %j', (failure, title) => {
    expect(show(failure).title).toBe(title)
  })

  it.each<[Failure, boolean, RegExp]>([
    [{ kind: 'provider_down' }, true, /we try again\.$/],
    [{ kind: 'provider_down' }, false, /You can try again\.$/],
    [{ kind: 'partial', missing: [] }, true, /we try again\.$/],
    [{ kind: 'partial', missing: [] }, false, /What is missing is marked\.$/],
    [{ kind: 'rate_limited', retryAtMs: RETRY_AT_MS }, true, /Trying again at \d\d:\d\d\.$/],
    [{ kind: 'rate_limited', retryAtMs: RETRY_AT_MS }, false, /You can try again at \d\d:\d\d\.$/],
    [{ kind: 'rate_limited', retryAtMs: undefined }, true, /by ourselves in a moment\.$/],
    [{ kind: 'rate_limited', retryAtMs: undefined }, false, /Wait a little, then try again\.$/],
  ])('promises a retry only if there is one: %j, %s', (failure, willRetry, sentence) => {
    expect(show(failure, { willRetry }).body).toMatch(sentence)
  })

  it.each<[Failure, readonly string[]]>([
    [{ kind: 'provider_down' }, ['Try now']],
    [{ kind: 'partial', missing: [] }, ['Load the rest']],
    [{ kind: 'rate_limited', retryAtMs: RETRY_AT_MS }, []],
  ])('offers helpful buttons, and none during a rate limit: %j', (failure, buttons) => {
    expect(show(failure, { willRetry: true, onRetry }).buttons).toEqual(buttons)
  })

  it('has no button if nothing can be retried', () => {
    expect(show({ kind: 'provider_down' }).buttons).toEqual([])
  })

  it('shows the same reference for the same request, without ambiguous letters', () => {
    show({ kind: 'partial', missing: [], requestId: asRequestId('request-1') })
    const reference = screen.getByText(/^Reference/).textContent
    expect(reference).toMatch(/^Reference [2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/)
  })

  it('is announced if nothing else on the page announces it', () => {
    show({ kind: 'partial', missing: [] })
    expect(spoken()).toBe('Some of it didn’t load')
  })

  it.each<Failure>([{ kind: 'offline' }, { kind: 'provider_down' }])(
    'is not heard a second time where the page says it: %j',
    (failure) => {
      show(failure)
      expect(spoken()).toBe('')
    },
  )

  it.each<Failure>([
    { kind: 'offline' },
    { kind: 'provider_down' },
    { kind: 'partial', missing: [] },
    { kind: 'rate_limited', retryAtMs: RETRY_AT_MS },
    { kind: 'not_allowed', missing: [] },
  ])('is translated into French: %j', (failure) => {
    const french = show(failure, { locale: 'fr' })
    expect(french.title).not.toBe('')
    expect(Object.values(ALL_LANGUAGES.en.t.failure.offline)).not.toContain(french.title)
    expect(french.body).not.toMatch(/\b(the|again|undefined)\b/)
  })
})
