import { cleanup, render as hydrate } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALL_PARTS } from '#app/all-parts.ts'
import { App } from '#app/app.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { sampleBoot, sampleConnection, sampleDays, signedInSession } from '#testing/samples.ts'
import { render } from '../render.tsx'
import { ALL_LANGUAGES } from './all-words.ts'
import { browserZone } from './words.tsx'

const PAGE = '/settings/connection'
const bootWith = (timeZone: string | null) =>
  sampleBoot(signedInSession([sampleConnection()], { timeZone }), { recentDays: sampleDays() })
const htmlWith = (timeZone: string | null) => render({ url: PAGE, boot: bootWith(timeZone) }).html

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

describe('the clock times of the first HTML', () => {
  it('are in UTC and labelled so while the time zone is unknown', () => {
    expect(htmlWith(null)).toContain('12:02 UTC')
  })

  it.each([
    ['America/Toronto', '07:02'],
    ['Asia/Kathmandu', '17:47'],
    ['UTC', '12:02'],
  ])('are in the time zone that the browser reported: %s', (timeZone, clock) => {
    const html = htmlWith(timeZone)
    expect(html).toContain(clock)
    expect(html).not.toContain(`${clock} UTC`)
  })

  it('count days in that time zone, too', () => {
    const late = sampleConnection({ lastGoodAt: '2026-11-20T02:00:00.000Z' })
    const session = (timeZone: string) => signedInSession([late], { timeZone })
    const html = (timeZone: string) =>
      render({ url: PAGE, boot: sampleBoot(session(timeZone), { recentDays: sampleDays() }) }).html
    expect(html('America/Toronto')).toContain('19\u00a0November')
    expect(html('Europe/Paris')).toContain('03:00')
  })

  it('are hydrated without a visible change', async () => {
    const boot = bootWith(browserZone())
    history.replaceState(null, '', PAGE)
    const root = document.createElement('div')
    root.innerHTML = render({ url: PAGE, boot }).html
    document.body.append(root)
    const before = root.querySelector('.rows')?.textContent
    const changes: MutationRecord[] = []
    const observer = new MutationObserver((records) => changes.push(...records))
    observer.observe(root.querySelector('.rows') ?? root, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    const onRecoverableError = vi.fn<(error: unknown) => void>()
    hydrate(
      <App
        boot={boot}
        language={ALL_LANGUAGES.en}
        loadLanguage={() => Promise.resolve(ALL_LANGUAGES.en)}
        queryClient={createQueryClient(boot)}
        parts={ALL_PARTS}
      />,
      { container: root, hydrate: true, onRecoverableError },
    )
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(root.querySelector('.rows')?.textContent).toBe(before)
    expect([...changes, ...observer.takeRecords()]).toEqual([])
    observer.disconnect()
  })
})
