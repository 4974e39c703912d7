import { afterEach, describe, expect, it, vi } from 'vitest'
import { SECRET_FIELDS, createLogger } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(
    createLogger({ name: 'test', level: 'debug', destination: { write: (line) => void lines.push(line) } }),
  )
  return lines.join('')
}

afterEach(() => void vi.useRealTimers())

describe(createLogger, () => {
  it('writes the time of each line, to the millisecond', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 23, 59, 59, 998) })
    const text = logged((logger) => {
      for (const stepMs of [0, 0, 1, 1, -1]) {
        vi.setSystemTime(Date.now() + stepMs)
        logger.info('x')
      }
    })
    const times = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { time: string }).time.slice(17))
    expect(times).toEqual(['59.998Z', '59.998Z', '59.999Z', '00.000Z', '59.999Z'])
  })

  it.each(SECRET_FIELDS)('removes %s at every depth a log call uses', (field) => {
    const text = logged((logger) =>
      logger.info({ [field]: 'hunter2', a: { [field]: 'hunter2', b: { [field]: 'hunter2' } } }),
    )
    expect(text).toContain('[removed]')
    expect(text).not.toContain('hunter2')
  })

  it.each(SECRET_FIELDS)('removes %s from a child logger’s fields and from an error', (field) => {
    const text = logged((logger) => {
      logger.child({ [field]: 'hunter2' }).info('x')
      logger.error({ err: Object.assign(new Error('x'), { [field]: 'hunter2' }) })
    })
    expect(text).toContain('[removed]')
    expect(text).not.toContain('hunter2')
  })

  it('removes the query of an address, because codes and states are in it', () => {
    const text = logged((logger) => logger.info({ url: '/connect/callback?code=hunter2&state=x' }))
    expect(text).toContain('"url":"/connect/callback"')
    expect(text).not.toContain('hunter2')
  })
})
