import { describe, expect, it } from 'vitest'
import { reportOf } from './error-report-client.ts'

describe(reportOf, () => {
  it('tells the kind of an error and where, and none of its words', () => {
    const error = new TypeError('maria@harbour.example')
    error.stack = `TypeError: maria@harbour.example
    at Home (https://app.example/assets/home-a1B2.js:1:2345)
    at https://app.example/assets/index-c3.js:2:17?code=x`
    expect(reportOf(error)).toEqual({ name: 'TypeError', at: ['home-a1B2.js:1:2345', 'index-c3.js:2:17'] })
  })

  it('tells at most ten places, and of what is no error that there was one', () => {
    const error = new Error('x')
    error.stack = 'at a.js:1:1\n'.repeat(20)
    expect(reportOf(error).at).toHaveLength(10)
    expect(reportOf('thrown').name).toBe('Error')
  })
})
