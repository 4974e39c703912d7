import { describe, expect, it } from 'vitest'
import { SECRET_FIELDS, createLogger } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(
    createLogger({ name: 'test', level: 'debug', destination: { write: (line) => void lines.push(line) } }),
  )
  return lines.join('')
}

describe(createLogger, () => {
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

  it('cuts the query from an address, where codes and states travel', () => {
    const text = logged((logger) => logger.info({ url: '/connect/callback?code=hunter2&state=x' }))
    expect(text).toContain('"url":"/connect/callback"')
    expect(text).not.toContain('hunter2')
  })
})
