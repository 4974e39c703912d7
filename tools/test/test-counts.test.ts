import { describe, expect, it } from 'vitest'
import { atLeastOneFailure, readPlaywright, readVitest } from './test-counts.ts'

const NO_ERRORS = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

describe(readVitest, () => {
  it('counts a file that did not load as one failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    const report = { numPassedTests: 2, numPendingTests: 0, testResults }
    expect(readVitest(report)).toMatchObject({ passed: 2, failed: 2, skipped: 0 })
  })

  it('counts skipped unit tests neither as passed nor as failed', () => {
    const report = { numPassedTests: 2, numPendingTests: 1, testResults: [] }
    expect(readVitest(report)).toMatchObject({ passed: 2, failed: 0, skipped: 1 })
  })
})

describe(readPlaywright, () => {
  it('counts a flaky test and an error outside of tests as failures', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }, errors: ['no server'] }
    expect(readPlaywright(report)).toMatchObject({ passed: 5, failed: 3, skipped: 0 })
  })

  it('counts skipped browser tests neither as passed nor as failed', () => {
    const report = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 2 }, errors: [] }
    expect(readPlaywright(report)).toMatchObject({ passed: 5, failed: 0, skipped: 2 })
  })
})

describe(atLeastOneFailure, () => {
  it('counts a failure if the report is clean but the program ended with an error', () => {
    expect(atLeastOneFailure({ passed: 3, failed: 0 }, 1)).toEqual({ passed: 3, failed: 1 })
  })
  it('accepts a clean report of a program that ended without an error', () => {
    expect(atLeastOneFailure({ passed: 3, failed: 0 }, 0)).toEqual({ passed: 3, failed: 0 })
  })
})

describe('the summary of a failed run', () => {
  it('names each failed unit test with the first line of its message, and each file that did not load', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', message: 'no such module\nat x', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          {
            status: 'failed',
            fullName: 'adds up',
            failureMessages: ['\u001B[31mexpected 1\u001B[39m\nat y'],
          },
          { status: 'passed', fullName: 'begins' },
        ],
      },
    ]
    const report = { numPassedTests: 1, numPendingTests: 0, testResults }
    expect(readVitest(report).failures).toEqual([
      'a.test.ts › did not load: no such module',
      'b.test.ts › adds up: expected 1',
    ])
  })

  it('names each failed browser test, at any depth of groups', () => {
    const spec = (title: string, ok: boolean, message?: string) => ({
      ...{ title, ok, file: 'app/x.spec.ts', line: 7 },
      tests: [
        {
          annotations: message === undefined ? [] : [{ type: 'stood', description: '/: Sorry' }],
          results: [{ ...(message === undefined ? {} : { error: { message } }) }],
        },
      ],
    })
    const suites = [
      { specs: [spec('opens', true), spec('closes', false, 'time-out\nmore')] },
      { specs: [], suites: [{ specs: [spec('stays', false)] }] },
    ]
    expect(readPlaywright({ ...NO_ERRORS, suites }).failures).toEqual([
      'app/x.spec.ts:7 › closes: time-out (there stood: /: Sorry)',
      'app/x.spec.ts:7 › stays: ',
    ])
  })
})

describe('the summary of skipped tests', () => {
  it('names each test with the program that is missing on this machine', () => {
    const assertionResults = [
      { status: 'skipped', fullName: 'works in WebKitGTK (skipped where there is none)' },
      { status: 'passed', fullName: 'adds up' },
    ]
    const report = {
      ...{ numPassedTests: 1, numPendingTests: 1 },
      testResults: [{ status: 'passed', assertionResults }],
    }
    expect(readVitest(report).skips).toEqual(['works in WebKitGTK (skipped where there is none)'])
    const spec = { title: 'goes back', file: 'a.spec.ts', line: 3, ok: true }
    const annotations = [{ type: 'skip', description: 'The only Chromium here keeps no pages.' }]
    const suites = [{ specs: [], suites: [{ specs: [{ ...spec, tests: [{ annotations, results: [] }] }] }] }]
    expect(readPlaywright({ ...NO_ERRORS, suites }).skips).toEqual([
      'goes back: The only Chromium here keeps no pages.',
    ])
  })
})
