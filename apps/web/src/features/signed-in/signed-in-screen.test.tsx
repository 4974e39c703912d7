import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  alerted,
  comeBack,
  holdTimers,
  noContent,
  press,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleSession } from '#testing/samples.ts'
import { leavingDe } from '#words/generated/leaving.de.ts'
import { leavingEn } from '#words/generated/leaving.en.ts'
import { leavingFr } from '#words/generated/leaving.fr.ts'
import { deviceWords } from './signed-in-screen.tsx'

const bff = startFakeBff()
const LIST = 'GET /api/sessions'
const END = 'POST /api/sessions/:id/end'
const PAGE = '/settings/sessions'
const here = {
  ...{ id: 'here', current: true, device: 'Firefox on Linux' },
  ...{ startedAt: '2026-11-18T09:41:00.000Z', lastSeenAt: '2026-11-20T12:04:00.000Z' },
}
const phone = {
  ...{ id: 'phone', current: false, device: 'Safari on iPhone' },
  ...{ startedAt: '2026-11-01T09:41:00.000Z', lastSeenAt: '2026-11-20T10:04:30.000Z' },
}
const entries = () =>
  [...document.querySelectorAll('.switch-row')].map((row) => row.querySelector('strong')?.textContent)

describe('the list of signed-in browsers', () => {
  it('names every browser, with its sign-in and its last use', async () => {
    bff.answers(LIST, [here, phone])
    bff.open(PAGE)
    await screen.findByText('Safari on iPhone')
    expect(entries()).toEqual(['Firefox on Linux', 'Safari on iPhone'])
    expect(screen.getByText('Signed in 1 November 2026 · Last used 2 hours ago')).toBeTruthy()
  })

  it('marks the current browser, which has no button in the list', async () => {
    bff.answers(LIST, [here, phone])
    bff.open(PAGE)
    const row = (await screen.findByText('Firefox on Linux')).closest('li') as HTMLElement
    expect(within(row).getByText('This browser')).toBeTruthy()
    expect(within(row).queryByRole('button')).toBeNull()
  })

  it('reports that there is no other browser', async () => {
    bff.answers(LIST, [here])
    bff.open(PAGE)
    expect(await screen.findByText('You are signed in only here.')).toBeTruthy()
  })

  it('ends one session by its own button, names it, and reads the list again', async () => {
    let list = [here, phone]
    bff.answers(LIST, () => list)
    bff.answers(END, () => {
      list = [here]
      return noContent()
    })
    bff.open(PAGE)
    await screen.findByText('Safari on iPhone')
    press('Sign out there: Safari on iPhone')
    await waitFor(() => expect(entries()).toEqual(['Firefox on Linux']))
    expect(bff.count('POST /api/sessions/phone/end')).toBe(1)
    await waitFor(() => expect(spoken()).toBe('Signed out Safari on iPhone.'))
  })

  it('announces if a session could not be ended, and keeps it on the list', async () => {
    bff.answers(LIST, [here, phone])
    bff.answers(END, problemAnswer('store-unavailable'))
    bff.open(PAGE)
    await screen.findByText('Safari on iPhone')
    press('Sign out there: Safari on iPhone')
    await waitFor(() => expect(alerted()).toBe('Your change may not have been saved. Try again.'))
    expect(entries()).toContain('Safari on iPhone')
  })

  it('announces loading after one second', async () => {
    const timers = holdTimers()
    const list = bff.holds(LIST, [here])
    bff.open(PAGE)
    await timers.pass(900)
    expect(spoken()).toBe('')
    await timers.pass(200)
    expect(spoken()).toBe('Loading the list')
    list.release()
    await screen.findByText('Firefox on Linux')
  })

  it('reports a failed reading, with a retry button', async () => {
    bff.answers(LIST, problemAnswer('internal-error'))
    bff.open(PAGE)
    await screen.findByRole('region', { name: 'Sorry, there is a problem' })
    expect(screen.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{2}$/)).toBeTruthy()
    bff.answers(LIST, [here])
    press('Try again')
    expect(await screen.findByText('Firefox on Linux')).toBeTruthy()
  })

  it('leaves it to the page to report an expired sign-in', async () => {
    bff.answers(LIST, problemAnswer('session-ended'))
    bff.open(PAGE)
    bff.session = sampleSession()
    comeBack()
    await screen.findByRole('dialog', { name: 'You’ve been signed out' })
    expect(screen.queryByRole('region', { name: 'You’ve been signed out' })).toBeNull()
  })

  it('offers to sign out everywhere, also if the list cannot be read', async () => {
    bff.answers(LIST, problemAnswer('internal-error'))
    bff.open(PAGE)
    await screen.findByRole('region', { name: 'Sorry, there is a problem' })
    const card = screen.getByRole('region', { name: 'Sign out everywhere' })
    expect(within(card).getByRole('button', { name: 'Sign out everywhere' })).toBeTruthy()
  })
})

describe(deviceWords, () => {
  it.each([
    ['Firefox on Linux', 'Firefox on Linux', 'Firefox unter Linux', 'Firefox sous Linux'],
    ['Safari on iPhone', 'Safari on iPhone', 'Safari auf iPhone', 'Safari sur iPhone'],
  ])('names %s in the language of the reader', (device, ...texts) => {
    const languages = [leavingEn, leavingDe, leavingFr]
    expect(languages.map(({ signIns }) => deviceWords(device, signIns))).toEqual(texts)
  })
})
