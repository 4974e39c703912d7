import { fireEvent, render, screen } from '@testing-library/react'
import type { ConnectionState } from '@counterfoil/bff-api/connection'
import { describe, expect, it, vi } from 'vitest'
import { STALE_AFTER_MS } from '#data/data-age.ts'
import type { Failure } from '#data/failure.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { sampleBoot, sampleConnection, sampleSession, SAMPLE_NOW } from '#testing/samples.ts'
import { DataAgeNote } from './data-age-note.tsx'

const retry = vi.fn<() => void>()

/** Renders the age note for figures of this age. */
function show(given: {
  readonly ageMs?: number
  readonly state?: ConnectionState
  readonly failure?: Failure
}) {
  const { ageMs, state = 'connected', failure } = given
  const asOfMs = ageMs === undefined ? undefined : Date.parse(SAMPLE_NOW) - ageMs
  const note = (
    <DataAgeNote
      connection={sampleConnection({ state })}
      data={{ asOfMs, failure, retry, loading: false }}
      fresh="as Harbour has it"
    />
  )
  const { container, unmount } = render(<PageFrame boot={sampleBoot(sampleSession())}>{note}</PageFrame>)
  const shown = { text: container.textContent, canPress: screen.queryByRole('button') !== null }
  return { ...shown, unmount }
}

describe(DataAgeNote, () => {
  it('shows no age if nothing was read, or was read just now', () => {
    for (const ageMs of [undefined, 0, 60_000]) {
      const { unmount, ...shown } = show(ageMs === undefined ? {} : { ageMs })
      expect(shown).toEqual({ text: 'as Harbour has it', canPress: false })
      unmount()
    }
  })

  it('shows the time after one minute, and offers to read again after fifteen minutes', () => {
    const dated = show({ ageMs: 60_001 })
    expect(dated.text).not.toBe('as Harbour has it')
    expect(dated.canPress).toBe(false)
    dated.unmount()
    expect(show({ ageMs: STALE_AFTER_MS + 1 }).canPress).toBe(true)
    fireEvent.click(screen.getByRole('button'))
    expect(retry).toHaveBeenCalledOnce()
  })

  it.each([
    ['the provider is silent', { state: 'trouble' }],
    ['the person must connect again', { state: 'reconnect' }],
    ['the plan ended', { state: 'plan_ended' }],
    ['the last reading failed', { failure: { kind: 'provider_down' } }],
  ] as const)('shows the time at once, without a button, while %s', (_, change) => {
    const { text, canPress } = show({ ageMs: STALE_AFTER_MS + 1, ...change })
    expect([text === 'as Harbour has it', canPress]).toEqual([false, false])
  })
})
