import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveRegions } from './live-regions.tsx'
import { Skeleton, Waiting } from './skeleton.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const LABEL = 'Reading Northwind Trading'
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const status = () => screen.getByRole('status').textContent

describe.each([
  ['a skeleton', <Skeleton key="1" lines={2} label={LABEL} still="Still reading." />],
  ['the place of one value', <Waiting key="2" label={LABEL} />],
])('%s', (_name, waiting) => {
  it('announces a wait of over one second, and removes the announcement afterwards', () => {
    const { rerender } = render(<LiveRegions>{waiting}</LiveRegions>)
    wait(999)
    expect(status()).toBe('')
    wait(1)
    expect(status()).toBe(LABEL)
    rerender(<LiveRegions>{null}</LiveRegions>)
    expect(status()).toBe('')
  })

  it('announces no shorter wait', () => {
    const { rerender } = render(<LiveRegions>{waiting}</LiveRegions>)
    rerender(<LiveRegions>{null}</LiveRegions>)
    wait(2000)
    expect(status()).toBe('')
  })
})
