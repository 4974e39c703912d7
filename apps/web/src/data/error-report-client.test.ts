import { describe, expect, it, vi } from 'vitest'
import { reportOf, reportUncaught } from './error-report-client.ts'

describe(reportOf, () => {
  it('contains the type and place of an error, without its message', () => {
    const error = new TypeError('maria@harbour.example')
    error.stack = `TypeError: maria@harbour.example
    at Home (https://app.example/assets/home-a1B2.js:1:2345)
    at https://app.example/assets/index-c3.js:2:17?code=x`
    expect(reportOf(error)).toEqual({ name: 'TypeError', at: ['home-a1B2.js:1:2345', 'index-c3.js:2:17'] })
  })

  it('contains at most ten stack frames, and a marker if something other than an error was thrown', () => {
    const error = new Error('x')
    error.stack = 'at a.js:1:1\n'.repeat(20)
    expect(reportOf(error).at).toHaveLength(10)
    expect(reportOf('thrown').name).toBe('Error')
  })
})

describe(reportUncaught, () => {
  it('reports uncaught errors, but not parts that failed to load', () => {
    const sendBeacon = vi.fn<() => boolean>()
    Object.assign(navigator, { sendBeacon })
    reportUncaught()
    const missing = new TypeError('error loading dynamically imported module: /assets/estimates-1.js')
    dispatchEvent(new ErrorEvent('error', { error: missing }))
    expect(sendBeacon).not.toHaveBeenCalled()
    dispatchEvent(new ErrorEvent('error', { error: new TypeError('no drawing') }))
    expect(sendBeacon).toHaveBeenCalledTimes(1)
  })
})
