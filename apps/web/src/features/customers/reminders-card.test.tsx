import type { Note, Notes } from '@counterfoil/bff-api/notes'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { RemindersCard } from './reminders-card.tsx'

const bff = startFakeBff()
const NOTE = 'POST /api/connections/:id/note'
const PUT_OFF = 'POST /api/connections/:id/put-off'
const done = () => new Response(null, { status: 204 })

/** A promise that delays the next readings of notes. */
let slow = Promise.withResolvers<void>()

const show = async (notes: Notes) => {
  cleanup()
  slow.resolve()
  let kept = notes
  bff.answers('GET /api/connections/:id/notes', async () => {
    const read = kept
    await slow.promise
    return read
  })
  bff.answers(NOTE, ({ body }) => {
    const { key, text } = body as Note
    kept = text === null ? notes : { ...notes, [key]: text }
    return done()
  })
  bff.answers(PUT_OFF, done)
  render(
    <PageFrame boot={sampleBoot(signedInSession([sampleConnection()]))}>
      <RemindersCard connection={sampleConnection()} customerId="7" zone="America/Toronto" />
    </PageFrame>,
  )
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
}
const sentTo = (path: string) => bff.asked.filter(({ name }) => name.endsWith(path)).map(({ body }) => body)

describe('the card of a customer’s reminders', () => {
  it('lists the reminders that were sent from the app, the latest first', async () => {
    const sent = [
      { at: '2026-11-18T15:00:00.000Z', tone: 'firm' },
      { at: '2026-11-02T15:00:00.000Z', tone: 'friendly' },
    ]
    await show({ 'sent:7': JSON.stringify(sent) })
    const rows = screen.getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent?.slice(0, 13))).toEqual([
      'Firm reminder',
      'Friendly remi',
    ])
  })

  it('pauses reminders with a reason and a date, and resumes them; the to-do list follows', async () => {
    await show({})
    expect(screen.getByText('None sent from here yet.')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Reason (optional)'), { target: { value: ' More time ' } })
    fireEvent.change(screen.getByLabelText('Until (optional)'), { target: { value: '2027-03-03' } })
    press('Pause reminders')
    expect(await screen.findByText(/Reminders are paused until 3 Mar 2027\./)).toBeDefined()
    expect(screen.getByText('More time')).toBeDefined()
    press('Resume reminders')
    await screen.findByLabelText('Reason (optional)')
    expect(sentTo('/put-off')).toEqual([
      { key: 'remind:7', until: '2027-03-03' },
      { key: 'remind:7', until: null },
    ])
    expect((sentTo('/note') as Note[]).map(({ key, text }) => [key, text])).toEqual([
      ['pause:7', JSON.stringify({ until: '2027-03-03', reason: 'More time' })],
      ['pause:7', null],
    ])
  })

  it('pauses reminders without an end until they are resumed', async () => {
    await show({})
    press('Pause reminders')
    await screen.findByText('Reminders are paused until you resume them.')
    expect(sentTo('/put-off')).toEqual([{ key: 'remind:7', until: '9999-12-31' }])
  })

  it('stays resumed if notes of an earlier reading arrive late', async () => {
    await show({})
    slow = Promise.withResolvers()
    press('Pause reminders')
    await screen.findByText('Reminders are paused until you resume them.')
    press('Resume reminders')
    await waitFor(() => expect(sentTo('/notes')).toHaveLength(3))
    slow.resolve()
    // The last reading is answered before the delayed ones.
    await act(() => fetch('/api/connections/1/notes').then((answer) => answer.text()))
    expect(screen.queryByText(/are paused/)).toBeNull()
  })

  it('stays unchanged and shows an error if the pause cannot be stored', async () => {
    await show({})
    bff.answers(PUT_OFF, problemAnswer('store-unavailable'))
    press('Pause reminders')
    await waitFor(() => expect(document.querySelector('.notice')).not.toBeNull())
    expect(screen.queryByText(/are paused/)).toBeNull()
    expect(sentTo('/note')).toEqual([])
  })
})
