import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { describe, expect, it } from 'vitest'
import { PageFrame } from '#testing/page-frame.tsx'
import { sampleBoot, sampleConnection, sampleSession, SAMPLE_NOW } from '#testing/samples.ts'
import { useReadAge } from './use-read-age.ts'

const boot = sampleBoot(sampleSession())
const wrapper = (props: { readonly children: ReactNode }) => (
  <PageFrame boot={boot}>{props.children}</PageFrame>
)
const ageOf = (connection: ConnectionView | undefined) =>
  renderHook(() => useReadAge(connection), { wrapper }).result.current
const readBefore = (milliseconds: number) => ({
  lastGoodAt: new Date(Date.parse(SAMPLE_NOW) - milliseconds).toISOString(),
})

describe(useReadAge, () => {
  it('returns "just now" for less than a minute, and then the age', () => {
    expect(ageOf(sampleConnection(readBefore(59_999)))).toBe('read just now')
    expect(ageOf(sampleConnection(readBefore(60_000)))).toBe('1 min')
    expect(ageOf(sampleConnection(readBefore(2 * 3_600_000)))).toBe('2 hr')
  })

  it.each([
    ['connected', 'read just now'],
    ['limited', 'read just now'],
    ['trouble', undefined],
    ['reconnect', undefined],
    ['plan_ended', undefined],
    ['disconnected', undefined],
  ] as const)('for a connection in the state %s returns %s', (state, age) => {
    expect(ageOf(sampleConnection({ state, ...readBefore(1_000) }))).toBe(age)
  })

  it('returns nothing if nothing was ever read or no connection exists', () => {
    expect(ageOf(sampleConnection({ lastGoodAt: null }))).toBeUndefined()
    expect(ageOf(undefined)).toBeUndefined()
  })
})
