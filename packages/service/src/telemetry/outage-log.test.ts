import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from './logger.ts'
import { foldOutages } from './outage-log.ts'

class AwayError extends Error {}

describe(foldOutages, () => {
  beforeEach(() => void vi.useFakeTimers({ now: 60_000 }))
  afterEach(() => void vi.useRealTimers())

  function world(linesPerMinute = 10) {
    const lines: string[] = []
    const logger = createLogger({
      name: 'test',
      level: 'debug',
      destination: { write: (line) => void lines.push(line) },
    })
    const folded = foldOutages(logger, {
      outageOf: (error) => (error instanceof AwayError ? 'store' : undefined),
      clock: Date.now,
      linesPerMinute,
    })
    const told = () =>
      lines.splice(0).map((line) => {
        const { name: _name, time: _time, ...facts } = JSON.parse(line) as Record<string, unknown>
        return facts
      })
    return { folded, told }
  }

  it('reports when the outage of a store began, each minute that it continues, and when it ended', () => {
    const { folded, told } = world()
    folded.error({ event: 'problem', requestId: 'r1', err: new AwayError('refused') })
    expect(told()).toMatchObject([
      {
        ...{ level: 'error', event: 'outage.began', outage: 'store', failed: 'problem', requestId: 'r1' },
        err: { message: 'refused' },
      },
    ])
    vi.advanceTimersByTime(1_000)
    folded.error({ event: 'problem', err: new AwayError() })
    folded.warn({ event: 'sweep.failed', err: new AwayError() })
    told()
    vi.advanceTimersByTime(59_000)
    expect(told()).toEqual([
      {
        ...{ level: 'warn', event: 'outage.goes_on', outage: 'store' },
        failed: { problem: 2, 'sweep.failed': 1 },
      },
    ])
    folded.error({ event: 'problem', err: new AwayError() })
    told()
    vi.advanceTimersByTime(60_000)
    expect(told()).toMatchObject([{ event: 'outage.goes_on', failed: { problem: 1 } }])
    vi.advanceTimersByTime(60_000)
    expect(told()).toEqual([
      {
        ...{ level: 'warn', event: 'outage.ended', outage: 'store', lastedMs: 60_000 },
        failed: { problem: 3, 'sweep.failed': 1 },
      },
    ])
    vi.advanceTimersByTime(600_000)
    expect(told()).toEqual([])
    folded.error({ event: 'problem', err: new AwayError() })
    expect(told()).toMatchObject([{ event: 'outage.began' }])
  })

  it('keeps the lines that a person may ask about, without the error, within the limit', () => {
    const { folded, told } = world(2)
    for (let time = 0; time < 5; time += 1)
      folded.error({ event: 'problem', reference: `R-${time}`, err: new AwayError() })
    const kept = { level: 'info', event: 'problem', outage: 'store' }
    expect(told().slice(1)).toEqual([
      { ...kept, reference: 'R-1' },
      { ...kept, reference: 'R-2' },
    ])
  })

  it('distinguishes outages of different parts, and lets the caller name the part', () => {
    const { folded, told } = world()
    folded.error({ event: 'problem', err: new AwayError() })
    folded.error({ event: 'problem', outage: 'provider', err: new Error('refused') })
    expect(told()).toMatchObject([
      { event: 'outage.began', outage: 'store' },
      { event: 'outage.began', outage: 'provider' },
    ])
  })

  it('writes all other lines unchanged', () => {
    const { folded, told } = world()
    folded.error({ event: 'problem', outage: undefined, err: new Error('a bug') })
    folded.error({ event: 'problem', err: new Error('a bug') })
    folded.warn('words')
    folded.info({ event: 'request' })
    expect(told()).toMatchObject([
      { level: 'error', event: 'problem', err: { message: 'a bug' } },
      { level: 'error', event: 'problem', err: { message: 'a bug' } },
      { level: 'warn', msg: 'words' },
      { level: 'info', event: 'request' },
    ])
  })

  it('reports a second outage with its own minutes, however long after the first', () => {
    const { folded, told } = world()
    folded.error({ event: 'problem', err: new AwayError() })
    vi.advanceTimersByTime(120_000 + 30_000)
    expect(told().map(({ event }) => event)).toEqual([...['outage.began', 'outage.goes_on', 'outage.ended']])
    folded.error({ event: 'problem', err: new AwayError() })
    vi.advanceTimersByTime(59_000)
    folded.error({ event: 'problem', err: new AwayError() })
    expect(told().map(({ event }) => event)).toEqual(['outage.began', 'problem'])
    vi.advanceTimersByTime(1_000)
    expect(told()).toMatchObject([{ event: 'outage.goes_on', failed: { problem: 2 } }])
    vi.advanceTimersByTime(60_000)
    expect(told()).toMatchObject([{ event: 'outage.ended', failed: { problem: 2 } }])
  })

  it('counts lines without an event name too', () => {
    const { folded, told } = world()
    folded.error({ err: new AwayError() })
    folded.error({ err: new AwayError() })
    told()
    vi.advanceTimersByTime(60_000)
    expect(told()).toMatchObject([{ event: 'outage.goes_on', failed: { '': 2 } }])
  })

  it('passes on a log call without an object', () => {
    const { folded, told } = world()
    folded.error(undefined)
    folded.warn(null)
    expect(told()).toMatchObject([{ level: 'error' }, { level: 'warn' }])
  })
})
