import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { LastKnownProvider } from '#data/last-known.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { cacheKeyOf } from '#data/session/session-state.ts'
import { SessionProvider } from '#data/session/session.tsx'
import type { MoreFigures } from '#figures/more-figures.ts'
import { bffHandlers, problemAnswer } from '#testing/bff-handlers.ts'
import { sampleBoot, sampleConnection, SAMPLE_NOW, signedInSession } from '#testing/samples.ts'
import { LanguageProvider } from '#words/language.tsx'
import { ALL_LANGUAGES } from '#words/all-words.ts'
import { MoreSection } from '#features/overview/overview.tsx'

const FAILED = { form: 'unavailable', why: 'failed' } as const
const FIGURES: MoreFigures = {
  readAt: SAMPLE_NOW,
  currency: { code: 'CAD', exponent: 2 },
  ...{ coming: FAILED, bestCustomers: FAILED, whatSells: FAILED, habits: FAILED, ladder: FAILED },
  journey: {
    form: 'full',
    steps: { sent: 4, opened: 1, due: 2, paid: 1 },
    ...{ waiting: 3, paidUnopened: 0, from: { invoices: 4 }, partial: false },
    excluded: { drafts: 0, unknownStatus: 0 },
  },
}
const connection = sampleConnection()
const session = signedInSession([connection])
const server = setupServer()
let asked: (string | null)[]

beforeAll(async () => {
  server.listen()
  // A press waits for its script, here for one task at most.
  await import('./more-pictures.tsx')
})
beforeEach(() => {
  asked = []
  server.use(
    http.get(`*${BFF_PATHS.connectionFigures}`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('name'))
      return HttpResponse.json({ data: FIGURES, readAt: SAMPLE_NOW })
    }),
    ...bffHandlers(() => session),
  )
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function show(shownAbove: readonly ('coming' | 'ladder')[] = []) {
  const boot = sampleBoot(session)
  return render(
    <QueryClientProvider client={createQueryClient(boot)}>
      <LanguageProvider
        region={{}}
        locale="en"
        language={ALL_LANGUAGES.en}
        load={() => Promise.resolve(ALL_LANGUAGES.en)}
        bootNowMs={Date.parse(SAMPLE_NOW)}
        bootZone="UTC"
      >
        <SessionProvider boot={boot.session} pageId="page">
          <LastKnownProvider boot={boot} person={boot.session.person?.userId} screen="home:/">
            <MoreSection connection={connection} shownAbove={shownAbove} />
          </LastKnownProvider>
        </SessionProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  )
}
const regions = () => within(screen.getByRole('region', { name: 'More charts' }))

describe('the “More charts” section', () => {
  it('is opened by one press and closed by another', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'More charts' }))
    const journey = await regions().findByRole('region', { name: 'Where invoices get stuck' })
    expect(journey.textContent).toContain('3 invoices were sent in the last 90 days')
    expect(journey.dataset['of']).toBe(cacheKeyOf(connection))
    expect(regions().getAllByRole('region')).toHaveLength(6)
    expect(asked).toEqual(['more'])
    const close = screen.getByRole('button', { name: 'Fewer charts' })
    expect(close.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(close)
    expect(screen.queryByText(/invoices were sent/)).toBeNull()
  })

  it('omits charts that are already shown above', async () => {
    show(['coming', 'ladder'])
    fireEvent.click(screen.getByRole('button', { name: 'More charts' }))
    await regions().findByRole('region', { name: 'Where invoices get stuck' })
    expect(regions().queryByRole('region', { name: 'Coming up' })).toBeNull()
    expect(regions().getAllByRole('region')).toHaveLength(4)
  })

  it('explains a missing chart, and loads it again on request', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'More charts' }))
    const sells = await regions().findByRole('region', { name: 'What sells' })
    expect(sells.textContent).toContain('Harbour didn’t send what this chart needs.')
    const refused = { form: 'unavailable', why: 'refused' }
    server.use(
      http.get(`*${BFF_PATHS.connectionFigures}`, () =>
        HttpResponse.json({ data: { ...FIGURES, whatSells: refused }, readAt: SAMPLE_NOW }),
      ),
    )
    fireEvent.click(within(sells).getByRole('button', { name: 'Try again: What sells' }))
    await waitFor(() => expect(sells.textContent).not.toContain('didn’t send'))
    expect(within(sells).queryByRole('button', { name: /Try again/ })).toBeNull()
  })

  it('shows an error in its place', async () => {
    server.use(http.get(`*${BFF_PATHS.connectionFigures}`, () => problemAnswer('provider-unavailable')))
    show()
    fireEvent.click(screen.getByRole('button', { name: 'More charts' }))
    expect(await screen.findByText(/isn’t answering/)).toBeTruthy()
  })
})
