import type { Note, Notes } from '@counterfoil/bff-api/notes'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

const show = async (notes: Notes) => {
  cleanup()
  bff.answers('GET /api/connections/:id/notes', notes)
  bff.answers(NOTE, done)
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
  it('names each reminder that was sent from here, the latest first', async () => {
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

  it('pauses with a reason and a day, says so, and goes on at a press; Today obeys', async () => {
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

  it('pauses without a day until it is taken up again', async () => {
    await show({})
    press('Pause reminders')
    await screen.findByText('Reminders are paused until you resume them.')
    expect(sentTo('/put-off')).toEqual([{ key: 'remind:7', until: '9999-12-31' }])
  })

  it('stays as it was, and says so, when that is not kept', async () => {
    await show({})
    bff.answers(PUT_OFF, problemAnswer('store-unavailable'))
    press('Pause reminders')
    await waitFor(() => expect(document.querySelector('.notice')).not.toBeNull())
    expect(screen.queryByText(/are paused/)).toBeNull()
    expect(sentTo('/note')).toEqual([])
  })
})
