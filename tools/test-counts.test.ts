import { describe, expect, it } from 'vitest'
import { atLeastOneFailure, countPlaywright, countVitest } from './test-counts.ts'

describe(countVitest, () => {
  it('counts a file that did not load as one failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0, testResults }
    expect(countVitest(report)).toEqual({ passed: 2, failed: 2, skipped: 0 })
  })

  it('counts what was skipped neither as passed nor as failed', () => {
    const report = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, testResults: [] }
    expect(countVitest(report)).toEqual({ passed: 2, failed: 0, skipped: 1 })
  })
})

describe(countPlaywright, () => {
  it('counts a flaky test and an error outside of tests as failures', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }, errors: ['no server'] }
    expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3, skipped: 0 })
  })

  it('counts what was skipped neither as passed nor as failed', () => {
    const report = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 2 }, errors: [] }
    expect(countPlaywright(report)).toEqual({ passed: 5, failed: 0, skipped: 2 })
  })
})

describe(atLeastOneFailure, () => {
  it('does not believe a clean report of a program that ended badly', () => {
    expect(atLeastOneFailure({ passed: 3, failed: 0 }, 1)).toEqual({ passed: 3, failed: 1 })
  })
  it('believes a clean report of a program that ended well', () => {
    expect(atLeastOneFailure({ passed: 3, failed: 0 }, 0)).toEqual({ passed: 3, failed: 0 })
  })
})
