import type { MondayLetter } from '@counterfoil/bff-api/letter'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { press, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, sampleDays, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const LETTER = 'GET /api/connections/:id/letter'
const CHOICE = 'POST /api/connections/:id/letter/choice'
const OFF: MondayLetter = { nextAt: null, trouble: null }
const ON: MondayLetter = { nextAt: '2026-11-23T07:00:00.000Z', trouble: null }
const NEXT = 'The next one goes to your email address at Harbour on 23 November 2026 at 07:00.'

const sessionWith = (connection = sampleConnection()) => {
  const session = signedInSession([connection], { timeZone: 'UTC' })
  return { ...session, provider: { ...session.provider, hasLetter: true as const } }
}
const open = (letter: MondayLetter | Response, session = sessionWith()) => {
  bff.session = session
  bff.answers(LETTER, letter)
  bff.open('/settings/connection', { recentDays: sampleDays() })
}
const card = () => screen.getByRole('region', { name: 'Monday letter' })
const said = (text: string | RegExp) => within(card()).findByText(text)

describe('the card of the Monday letter', () => {
  beforeEach(() => bff.answers(CHOICE, ({ body }) => ((body as { isWanted: boolean }).isWanted ? ON : OFF)))

  it('is hidden if no mail can be sent', () => {
    bff.open('/settings/connection', { recentDays: sampleDays() })
    expect(screen.queryByText('Monday letter')).toBeNull()
  })

  it('switches the letter on and off by one press each, and shows the date of the next', async () => {
    open(OFF)
    await said('It’s off.')
    press('Send me the letter')
    await said(NEXT)
    expect(screen.getByText('When you open a page, and for the letter on 23 November 2026')).toBeDefined()
    press('Stop the letter')
    await said('It’s off.')
    expect(bff.asked.filter(({ name }) => name.endsWith('/choice')).map(({ body }) => body)).toEqual([
      { isWanted: true },
      { isWanted: false },
    ])
  })

  it.each([
    ['connection', /couldn’t be read that morning/],
    ['provider', /Harbour didn’t answer that morning/],
    ['mail', /mail server didn’t take it/],
  ] as const)('shows why the last letter was not sent: %s', async (trouble, text) => {
    open({ ...ON, trouble })
    await said(text)
    await said(NEXT)
  })

  it('asks to verify the e-mail address before switching on', async () => {
    open({ ...OFF, trouble: 'address' })
    await said(/has changed or isn’t verified there/)
    await said('It’s off.')
  })

  it('reports that no letter is sent while the connection needs attention', async () => {
    const waiting = sampleConnection({ state: 'reconnect', reason: 'removed_at_provider' })
    open(ON, sessionWith(waiting))
    await said('No letter is sent while the connection can’t be read.')
  })

  it('stays unchanged if a press fails, and reports that it cannot be read', async () => {
    open(OFF)
    await said('It’s off.')
    bff.answers(CHOICE, problemAnswer('provider-unavailable'))
    press('Send me the letter')
    await said(/Harbour isn’t answering/)
    await said('It’s off.')
  })
})
