import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { comeBack, follow, heading, startFakeBff } from '#testing/app-fixture.ts'
import { sampleBoot, sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import { LastKnownProvider, useFirstAnswer, useLastKnown, useReadAtMs } from './last-known.tsx'

const bff = startFakeBff()
const connection = sampleConnection()
const BOOT = sampleBoot(sampleSession())
const broken = () =>
  signedInSession([{ ...connection, state: 'reconnect', reason: 'ended', version: 2 }], { idleEndsAt: null })

describe('the last reading of a page', () => {
  it('is available on every page of the app, also if the connection breaks', async () => {
    bff.open('/')
    await screen.findByText(/is owed to you/)
    follow('Businesses')
    bff.session = broken()
    comeBack()
    await screen.findByText('Reconnect needed', { selector: '.status-badge-full' })
    follow('Overview')
    expect(heading()).toBe('Northwind Trading')
    expect(screen.getByText(/is owed to you/)).toBeTruthy()
  })

  it('is discarded on pagehide: somebody else may see the page next', async () => {
    bff.open('/')
    // Once the page shows the reading, it is recorded.
    await screen.findByText(/read just now/, { selector: '.status-badge-full *' })
    window.dispatchEvent(new Event('pagehide'))
    bff.session = broken()
    comeBack()
    await screen.findByText('Reconnect needed', { selector: '.status-badge-full' })
    await waitFor(() => expect(screen.queryByText(/is owed to you/)).toBeNull())
  })
})

describe('the owner of a reading', () => {
  function Reads(props: { readonly write?: string }) {
    const { known } = useLastKnown()
    if (props.write !== undefined) known.set('name', { data: props.write, atMs: 1 })
    return <p>{known.get('name')?.data === 'Northwind' ? 'Northwind' : 'nothing'}</p>
  }

  it('hides readings of another person from the first frame on', () => {
    const page = render(
      <LastKnownProvider person="maria" boot={BOOT} screen="home:/">
        <Reads write="Northwind" />
      </LastKnownProvider>,
    )
    expect(screen.getByText('Northwind')).toBeTruthy()
    page.rerender(
      <LastKnownProvider person="sam" boot={BOOT} screen="home:/">
        <Reads />
      </LastKnownProvider>,
    )
    expect(screen.getByText('nothing')).toBeTruthy()
  })
})

describe('the data of the first HTML', () => {
  const { id: connectionId, version } = connection
  const query = { connectionId, version, operationName: 'overview', variables: {} }
  const answer = { ...query, kind: 'figures' as const, readAt: BOOT.now, data: {} }
  const boot = sampleBoot(signedInSession([connection]), { firstAnswer: answer })
  function Part() {
    return <p>{useFirstAnswer().brings(query) ? 'came' : 'must be asked for'}</p>
  }
  const on = (name: string) => (
    <LastKnownProvider person="maria" boot={boot} screen={name}>
      <Part key={name} />
    </LastKnownProvider>
  )

  it('is used by its screen only: after leaving before hydration and coming back, the current state is read', () => {
    const page = render(on('home:/'))
    expect(screen.getByText('came')).toBeTruthy()
    page.rerender(on('invoices:/invoices'))
    expect(screen.getByText('must be asked for')).toBeTruthy()
    page.rerender(on('home:/'))
    expect(screen.getByText('must be asked for')).toBeTruthy()
  })
})

describe('the time of the last reading of a connection', () => {
  function ReadAt(props: { readonly lastGoodAt: string | null; readonly hereMs?: number }) {
    const { noteRead } = useLastKnown()
    const readAtMs = useReadAtMs({ ...connection, lastGoodAt: props.lastGoodAt })
    return (
      <button type="button" onClick={() => noteRead(connection.id, props.hereMs ?? 0)}>
        {readAtMs === undefined ? 'never' : new Date(readAtMs).toISOString()}
      </button>
    )
  }
  const EARLIER = '2026-11-20T12:00:00.000Z'
  const LATER = '2026-11-20T12:04:00.000Z'
  const show = (lastGoodAt: string | null, here: string) => {
    render(
      <LastKnownProvider person="maria" boot={BOOT} screen="home:/">
        <ReadAt lastGoodAt={lastGoodAt} hereMs={Date.parse(here)} />
      </LastKnownProvider>,
    )
    return screen.getByRole('button')
  }

  it.each([
    [EARLIER, LATER, LATER],
    [LATER, EARLIER, LATER],
    [null, EARLIER, EARLIER],
  ])('is the later of those known to the BFF (%s) and to this page (%s): %s', async (known, here, shown) => {
    const button = show(known, here)
    expect(button.textContent).toBe(known ?? 'never')
    button.click()
    await waitFor(() => expect(button.textContent).toBe(shown))
  })
})
